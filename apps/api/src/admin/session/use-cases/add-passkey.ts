import { ADMIN_ERRORS, type AuditAction, MOST_PASSKEYS, type NewPasskeyBody } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { Settings } from '../../../platform/config/index.ts';
import { isUniqueViolation } from '../../../platform/database/queries.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { Audit } from '../audit.ts';
import { challengeOf, creationOptions, verifiedPasskey } from '../domain/ceremonies.ts';
import { StaffPasskey } from '../domain/passkey.entity.ts';
import type { ActingStaff } from '../needs.ts';
import { OwnPassword } from '../own-password.ts';
import { PasskeyChallenges } from '../passkey-challenges.ts';
import { Passkeys } from '../passkeys.ts';
import { Sessions } from '../sessions.ts';

/** A member of staff adds a passkey to the own account: the password first, then what the authenticator made. */
@Injectable()
export class AddPasskey {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ownPassword: OwnPassword,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** What the browser is to ask its authenticator for, once the password is right. */
  async ask(staff: ActingStaff, password: string) {
    await this.ownPassword.confirm(staff, password);
    const passkeys = await this.passkeys.of(staff.id);
    if (passkeys.length >= MOST_PASSKEYS) throw new AppError(409, ADMIN_ERRORS.enoughPasskeys);
    const { party, timeout } = this.passkeys;
    const challenge = await this.challenges.issue(staff.id, 'adding');
    return creationOptions({ party, timeout, challenge, passkeys }, this.settings.PRODUCT_NAME, staff);
  }

  /** The token of a new session. 400 for what answers no challenge of `ask`; 409 for a passkey that is known, or one too many. */
  async execute(staff: ActingStaff, { name, passkey: given }: NewPasskeyBody): Promise<string> {
    const challenge = challengeOf(given);
    const asked = challenge && (await this.challenges.spend(staff.id, 'adding', challenge));
    const passkey = asked && (await verifiedPasskey(given, challenge, this.passkeys.party));
    if (!passkey) {
      await this.tell(staff, 'passkey refused', { part: 'passkey' });
      throw new AppError(400, ADMIN_ERRORS.badPasskey);
    }
    return this.dataSource
      .transaction((tx) => this.store(staff, { ...passkey, name }, tx))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError(409, ADMIN_ERRORS.knownPasskey) : error;
      });
  }

  private async store(staff: ActingStaff, passkey: Partial<StaffPasskey>, tx: EntityManager): Promise<string> {
    const token = await this.sessions.renew(staff, tx);
    if ((await tx.countBy(StaffPasskey, { accountId: staff.id })) >= MOST_PASSKEYS)
      throw new AppError(409, ADMIN_ERRORS.enoughPasskeys);
    const row = { ...passkey, accountId: staff.id, createdAt: this.clock.now() };
    const { id } = await tx.save(StaffPasskey, row);
    await this.tell(staff, 'passkey added', { passkey: id }, tx);
    return token;
  }

  private tell(
    { id: accountId, address }: ActingStaff,
    action: AuditAction,
    detail: Record<string, string | number>,
    tx?: EntityManager,
  ): Promise<void> {
    return this.audit.write({ accountId, address, action, subject: `staff:${accountId}`, detail }, tx);
  }
}
