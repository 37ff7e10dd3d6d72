import { ADMIN_ERRORS, type AdminLoginBody, type SecondFactorAsked } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { Audit } from '../audit.ts';
import { periodOf } from '../domain/authenticator.ts';
import { isPassword } from '../domain/passwords.ts';
import { StaffAccount } from '../domain/staff-account.entity.ts';
import { KnownDevices } from '../known-devices.ts';
import { Passkeys } from '../passkeys.ts';
import { Sessions } from '../sessions.ts';

export interface SigningIn extends AdminLoginBody {
  address: string;
  /** What this browser has of earlier times: the mark of a sign-in, and the session it may still have. */
  device: string | undefined;
  session: string | undefined;
}

/** The tokens a browser gets. */
export interface SignedInBrowser {
  session: string;
  device: string;
}

/** Judges e-mail, password and, where the account has any, a second factor: an authenticator's code or a passkey. */
@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limiter: Limiter,
    private readonly devices: KnownDevices,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** A 401 does not tell which part was wrong; a 429 tells when to come back. */
  async execute(given: SigningIn): Promise<SignedInBrowser> {
    const device = this.devices.read(given.email, given.device);
    await this.throttle(given, device);
    const account = await this.dataSource.getRepository(StaffAccount).findOneBy({ email: given.email });
    const known = account?.disabledAt ? undefined : account;
    if (!(await isPassword(known?.passwordHash, given.password)) || !known) {
      await this.refused(account, given, 'password');
      throw new AppError(401, ADMIN_ERRORS.badLogin);
    }
    await this.checkSecondFactor(known, given, device);
    return { session: await this.begin(known, given), device: this.devices.mark(given.email, device) };
  }

  /**
   * A browser that has signed in to the account before is counted by itself, so that nobody can lock it out by guessing, not
   * even from the same address. Strangers are counted by their address, in all and for this account, and then together:
   * of a thousand addresses an account hears no more than of four.
   */
  private async throttle({ email, address }: SigningIn, device: string | undefined): Promise<void> {
    if (device) return this.limiter.consume('loginsPerDevice', device);
    await this.limiter.consume('loginsPerAddress', address);
    await this.limiter.consume('loginsPerStranger', `${email} ${address}`);
    await this.limiter.consume('loginsPerAccount', email);
  }

  /** Codes have but six digits. Only who knows the password gets here, so that strangers' tries may be counted together. */
  private async checkSecondFactor(account: StaffAccount, given: SigningIn, device: string | undefined): Promise<void> {
    const passkeys = await this.passkeys.of(account.id);
    if (!account.totpSecret && !passkeys.length) return;
    const tried = given.passkey ? 'passkey' : given.totp?.trim() && account.totpSecret ? 'authenticator' : undefined;
    if (tried && !device) await this.limiter.consume('authenticatorTriesPerAccount', String(account.id));
    if (given.passkey && (await this.passkeys.isProven(account.id, given.passkey, passkeys))) return;
    if (tried === 'authenticator' && (await this.isCode(account, given.totp!))) return;

    await this.refused(account, given, tried ?? (account.totpSecret ? 'authenticator missing' : 'passkey missing'));
    const asked: SecondFactorAsked = {
      ...(account.totpSecret && { totpRequired: true }),
      ...(passkeys.length && { passkeyRequired: await this.passkeys.request(account.id, passkeys) }),
    };
    throw new AppError(401, ADMIN_ERRORS.badLogin, { ...asked });
  }

  private async isCode({ id, totpSecret, totpPeriod }: StaffAccount, code: string): Promise<boolean> {
    const period = totpSecret ? periodOf(totpSecret, code, totpPeriod, this.clock.real) : undefined;
    return period !== undefined && this.takePeriod(id, period);
  }

  /** A code is good once, on whichever replica. */
  private async takePeriod(id: number, period: number): Promise<boolean> {
    const update = this.dataSource.createQueryBuilder().update(StaffAccount).set({ totpPeriod: period });
    const { affected } = await update.where('id = :id AND totp_period < :period', { id, period }).execute();
    return affected === 1;
  }

  private begin(account: StaffAccount, { session, address }: SigningIn): Promise<string> {
    return this.dataSource.transaction(async (tx) => {
      const token = await this.sessions.begin(account, session, tx);
      if (!token) throw new AppError(401, ADMIN_ERRORS.badLogin);
      await this.audit.write({ accountId: account.id, address, action: 'signed in' }, tx);
      return token;
    });
  }

  private refused(account: StaffAccount | null, { address }: SigningIn, part: string): Promise<void> {
    return this.audit.write({ accountId: account?.id ?? null, address, action: 'sign-in refused', detail: { part } });
  }
}
