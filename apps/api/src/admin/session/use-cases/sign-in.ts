import { ADMIN_ERRORS, type AdminLoginBody } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Refusal } from '../../../platform/http/refusal.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { SignedLinks } from '../../../platform/links/signed-links.ts';
import { Audit } from '../audit.ts';
import { periodOf } from '../domain/authenticator.ts';
import { isPassword } from '../domain/passwords.ts';
import { StaffAccount } from '../domain/staff-account.entity.ts';

/** Marks a browser that has signed in before; see `throttle`. */
const DEVICE = 'staff-device';

export interface SigningIn extends AdminLoginBody {
  address: string;
  /** The mark of an earlier sign-in on this browser. */
  device: string | undefined;
}

/** Judges e-mail, password and, where the account asks for one, the authenticator's code. */
@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limiter: Limiter,
    private readonly links: SignedLinks,
    private readonly audit: Audit,
  ) {}

  /** The account and the device's mark; a 401 that does not tell which part was wrong, a 429 for too many tries. */
  async execute(given: SigningIn): Promise<{ account: StaffAccount; device: string }> {
    await this.throttle(given);
    const account = await this.dataSource.getRepository(StaffAccount).findOneBy({ email: given.email });
    const known = account && !account.disabledAt ? account : undefined;
    if (!(await isPassword(known?.passwordHash, given.password)) || !known) {
      await this.refused(account, given, 'password');
      throw new Refusal(401, ADMIN_ERRORS.badLogin);
    }
    await this.checkAuthenticator(known, given);
    await this.audit.write({ accountId: known.id, address: given.address, action: 'signed in' });
    return { account: known, device: this.links.sign(DEVICE, known.email) };
  }

  /**
   * Tries are counted per address, and per account: those of a browser that has signed in to it before apart from those
   * of strangers, and strangers' by their address. So nobody can lock somebody else out by guessing.
   */
  private async throttle({ email, address, device }: SigningIn): Promise<void> {
    await this.limiter.take('loginsPerAddress', address);
    if (device && this.links.read(DEVICE, device) === email)
      await this.limiter.take('loginsPerDevice', device.slice(-43));
    else await this.limiter.take('loginsPerStranger', `${email} ${address}`);
  }

  private async checkAuthenticator(account: StaffAccount, given: SigningIn): Promise<void> {
    if (!account.totpSecret) return;
    const period = given.totp && periodOf(account.totpSecret, given.totp, account.totpPeriod);
    const taken = period && (await this.takePeriod(account.id, period));
    if (taken) return;
    if (given.totp) await this.refused(account, given, 'authenticator');
    throw new Refusal(401, ADMIN_ERRORS.badLogin, { totpRequired: true });
  }

  /** A code is good once, on whichever replica. */
  private async takePeriod(id: number, period: number): Promise<boolean> {
    const update = this.dataSource.createQueryBuilder().update(StaffAccount).set({ totpPeriod: period });
    const { affected } = await update.where('id = :id AND totp_period < :period', { id, period }).execute();
    return affected === 1;
  }

  private refused(account: StaffAccount | null, { address }: SigningIn, part: string): Promise<void> {
    return this.audit.write({ accountId: account?.id ?? null, address, action: 'sign-in refused', detail: { part } });
  }
}
