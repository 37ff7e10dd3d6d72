import { randomBytes } from 'node:crypto';
import { ADMIN_ERRORS, type AdminLoginBody, type SecondFactorPrompt } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { Audit } from './audit.ts';
import { StaffAccount } from './auth.entities.ts';
import { AuthenticatorSecrets } from './authenticator-secrets.ts';
import { isPassword, totpPeriodOf } from './credentials.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import { Sessions } from './sessions.ts';
import { StaffNotices } from './staff-notices.tsx';

export const DEVICE_DAYS = 180;

/**
 * Browsers that have signed in to an account before. The mark grants nothing; it only selects the limit of their
 * attempts.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly links: SignedLinks,
    private readonly clock: Clock,
  ) {}

  /** The device's random id, if `mark` was issued for this account. */
  read(email: string, mark: string | undefined): string | undefined {
    return mark && this.links.verify(purposeOf(email), mark);
  }

  mark(email: string, device = randomBytes(16).toString('base64url')): string {
    return this.links.sign(purposeOf(email), device, daysAfter(this.clock.now(), DEVICE_DAYS));
  }
}

const purposeOf = (email: string): string => `staff-device ${email}`;

interface SignInInput extends AdminLoginBody {
  /** The browser's device mark of an earlier sign-in, and the session it may still have. */
  device: string | undefined;
  session: string | undefined;
  /** In words. */
  browser: string;
}

/** The tokens for the browser's cookies. */
export interface SignInTokens {
  session: string;
  device: string;
}

/** Verifies email, password and, if the account has one, a second factor: an authenticator code or a passkey. */
@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(StaffAccount) private readonly accounts: Repository<StaffAccount>,
    private readonly limiter: Limiter,
    private readonly devices: KnownDevices,
    private readonly passkeys: Passkeys,
    private readonly secrets: AuthenticatorSecrets,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly notices: StaffNotices,
    private readonly clock: Clock,
  ) {}

  /** A 401 does not reveal which part was wrong; a 429 or 503 says when to retry. */
  async execute(input: SignInInput): Promise<SignInTokens> {
    const device = this.devices.read(input.email, input.device);
    await this.throttle(input, device);
    const account = await this.accounts.findOneBy({ email: input.email });
    const known = account?.disabledAt ? undefined : account;
    const lane = device ? 'known' : 'strangers';
    if (!(await isPassword(known?.passwordHash, input.password, lane)) || !known) {
      await this.auditRefusal(account, 'password');
      throw new AppError('unauthenticated', ADMIN_ERRORS.badLogin);
    }
    await this.checkSecondFactor(known, input, device);
    return { session: await this.begin(known, input, device), device: this.devices.mark(input.email, device) };
  }

  /**
   * A known device has its own limit, so that an attacker cannot lock it out, even from the same address. Other
   * browsers are limited by address, by address and account, and by account, which caps the attempts per account across
   * all addresses, and all together.
   */
  private async throttle({ email }: SignInInput, device: string | undefined): Promise<void> {
    if (device) return this.limiter.consume('loginsPerDevice', device);
    await this.limiter.consume('loginsPerAddress');
    await this.limiter.consume('loginsPerStranger', email);
    await this.limiter.consume('loginsPerAccount', email);
    await this.limiter.consume('loginsOverall', 'strangers');
  }

  /**
   * Codes have only six digits. Only requests with the right password get here, so unknown devices can share one limit
   * per account.
   */
  private async checkSecondFactor(
    account: StaffAccount,
    input: SignInInput,
    device: string | undefined,
  ): Promise<void> {
    const passkeys = await this.passkeys.of(account.id);
    if (!account.totpSecret && !passkeys.length) return;
    const tried = input.passkey ? 'passkey' : input.totp?.trim() && account.totpSecret ? 'authenticator' : undefined;
    if (tried && !device) await this.limiter.consume('authenticatorTriesPerAccount', String(account.id));
    if (input.passkey && (await this.passkeys.isProven(account.id, input.passkey, passkeys))) return;
    if (tried === 'authenticator' && (await this.isCode(account, input.totp!))) return;

    await this.auditRefusal(account, tried ?? (account.totpSecret ? 'authenticator missing' : 'passkey missing'));
    const required: SecondFactorPrompt = {
      ...(account.totpSecret && { totpRequired: true }),
      ...(passkeys.length && { passkeyRequired: await this.passkeys.request(account.id, passkeys) }),
    };
    throw new AppError('unauthenticated', ADMIN_ERRORS.badLogin, { ...required });
  }

  private async isCode({ id, totpSecret, totpPeriod }: StaffAccount, code: string): Promise<boolean> {
    const secret = totpSecret && this.secrets.decrypt(id, totpSecret);
    const period = secret ? totpPeriodOf(secret, code, totpPeriod, this.clock.real) : undefined;
    return period !== undefined && this.consumePeriod(id, period);
  }

  /** A code is valid once, across replicas. */
  private async consumePeriod(id: number, period: number): Promise<boolean> {
    const update = this.dataSource.createQueryBuilder().update(StaffAccount).set({ totpPeriod: period });
    const { affected } = await update.where('id = :id AND totp_period < :period', { id, period }).execute();
    return affected === 1;
  }

  /** A sign-in from a browser that is new to the account is mailed to its owner. */
  private begin(account: StaffAccount, { session, browser }: SignInInput, device: string | undefined): Promise<string> {
    return this.dataSource.transaction(async (tx) => {
      const token = await this.sessions.begin(account, session, tx);
      if (!token) throw new AppError('unauthenticated', ADMIN_ERRORS.badLogin);
      const entry = { accountId: account.id, action: 'signed in' } as const;
      await (device ? this.audit.write(entry, tx) : this.notices.write({ ...entry, detail: { browser } }, tx));
      return token;
    });
  }

  private async auditRefusal(account: StaffAccount | null, part: string): Promise<void> {
    await this.audit.write({ accountId: account?.id ?? null, action: 'sign-in refused', detail: { part } });
  }
}
