import { ERRORS } from '@lampstand/contracts';
import { ADMIN_ERRORS, LOGIN_MESSAGES, MOST_PASSKEYS, type NewPasskeyBody } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { Settings } from '../../../platform/config/index.ts';
import { isUniqueViolation } from '../../../platform/database/queries.ts';
import { AppError } from '../../../platform/errors.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { Audit } from '../audit.ts';
import { StaffAccount, StaffPasskey } from '../auth.entities.ts';
import { isPassword } from '../credentials.ts';
import type { ActingStaff } from '../require-permission.ts';
import { Sessions } from '../sessions.ts';
import { StaffNotices } from '../staff-notices.tsx';
import { PasskeyChallenges, Passkeys } from './passkeys.ts';
import { challengeOf, creationOptions, verifiedPasskey } from './webauthn.ts';

/** Confirms the password of the signed-in account before its sign-in changes. */
@Injectable()
export class ConfirmPassword {
  constructor(
    @InjectRepository(StaffAccount) private readonly accounts: Repository<StaffAccount>,
    private readonly limiter: Limiter,
    private readonly audit: Audit,
  ) {}

  /** A wrong password is an audited 400 with a field error; too many are a 429, or a 503 in all. */
  async execute({ id }: ActingStaff, password: string): Promise<void> {
    await this.limiter.consume('ownPasswordsPerAccount', String(id));
    const account = await this.accounts.findOneBy({ id });
    if (await isPassword(account?.passwordHash, password, 'known')) return;
    const entry = { action: 'passkey refused', subject: `staff:${id}`, detail: { part: 'password' } } as const;
    await this.audit.write({ accountId: id, ...entry });
    throw new AppError('invalid', ERRORS.invalid, { fields: { password: LOGIN_MESSAGES.notYourPassword } });
  }
}

/** Adds a passkey to one's own account, after the password is confirmed. */
@Injectable()
export class AddPasskey {
  constructor(
    private readonly dataSource: DataSource,
    private readonly confirmPassword: ConfirmPassword,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly notices: StaffNotices,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** The creation options for the browser, once the password is right. */
  async createOptions(staff: ActingStaff, password: string) {
    await this.confirmPassword.execute(staff, password);
    const passkeys = await this.passkeys.of(staff.id);
    if (passkeys.length >= MOST_PASSKEYS) throw new AppError('conflict', ADMIN_ERRORS.enoughPasskeys);
    const { party, timeout } = this.passkeys;
    const challenge = await this.challenges.issue(staff.id, 'adding');
    return creationOptions({ party, timeout, challenge, passkeys }, this.settings.PRODUCT_NAME, staff);
  }

  /**
   * Returns the token of a new session. 400 without a valid challenge of `createOptions`; 409 for a known passkey or
   * one too many.
   */
  async execute(staff: ActingStaff, { name, passkey: credential }: NewPasskeyBody): Promise<string> {
    const challenge = challengeOf(credential);
    const valid = challenge && (await this.challenges.spend(staff.id, 'adding', challenge));
    const passkey = valid && (await verifiedPasskey(credential, challenge, this.passkeys.party));
    if (!passkey) {
      const entry = { action: 'passkey refused', subject: `staff:${staff.id}`, detail: { part: 'passkey' } } as const;
      await this.audit.write({ accountId: staff.id, ...entry });
      throw new AppError('invalid', ADMIN_ERRORS.badPasskey);
    }
    return this.dataSource
      .transaction((tx) => this.store(staff, { ...passkey, name }, tx))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('conflict', ADMIN_ERRORS.knownPasskey) : error;
      });
  }

  private async store(staff: ActingStaff, passkey: Partial<StaffPasskey>, tx: EntityManager): Promise<string> {
    const token = await this.sessions.renew(staff, tx);
    if ((await tx.countBy(StaffPasskey, { accountId: staff.id })) >= MOST_PASSKEYS)
      throw new AppError('conflict', ADMIN_ERRORS.enoughPasskeys);
    const row = { ...passkey, accountId: staff.id, createdAt: this.clock.now() };
    const { id } = await tx.save(StaffPasskey, row);
    const entry = { action: 'passkey added', subject: `staff:${staff.id}`, detail: { passkey: id } } as const;
    await this.notices.write({ accountId: staff.id, ...entry }, tx);
    return token;
  }
}

/** Removes a passkey of one's own account, unless the role needs a second factor and this is the last. */
@Injectable()
export class RemovePasskey {
  constructor(
    private readonly dataSource: DataSource,
    private readonly confirmPassword: ConfirmPassword,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns the token of a new session. 404 when the account has no such passkey; 409 when it is the account's last second
   * factor and the role needs one.
   */
  async execute(staff: ActingStaff, passkey: number, password: string): Promise<string> {
    await this.confirmPassword.execute(staff, password);
    const { id: accountId } = staff;
    return this.dataSource.transaction(async (tx) => {
      const token = await this.sessions.renew(staff, tx);
      const { affected } = await tx.delete(StaffPasskey, { id: passkey, accountId });
      if (!affected) throw new AppError('notFound', ADMIN_ERRORS.noSuchPasskey);
      const { totpSecret } = await tx.findOneByOrFail(StaffAccount, { id: accountId });
      const hasFactor = totpSecret !== null || (await tx.existsBy(StaffPasskey, { accountId }));
      if (!hasFactor && this.sessions.needsFactor(staff.role)) throw new AppError('conflict', ADMIN_ERRORS.lastFactor);
      const entry = { action: 'passkey removed', subject: `staff:${accountId}`, detail: { passkey } } as const;
      await this.audit.write({ accountId, ...entry }, tx);
      return token;
    });
  }
}
