import { ERRORS } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  type AuthenticatorOffer,
  LOGIN_MESSAGES,
  type NewAuthenticatorBody,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { Audit } from './audit.ts';
import { StaffAccount, StaffPasskey } from './auth.entities.ts';
import { AuthenticatorSecrets } from './authenticator-secrets.ts';
import { enrolmentUri, newTotpSecret, totpPeriodOf } from './credentials.ts';
import { ConfirmPassword } from './passkeys/manage-passkeys.ts';
import type { ActingStaff } from './require-permission.ts';
import { Sessions } from './sessions.ts';
import { StaffNotices } from './staff-notices.tsx';

const PURPOSE = 'staff.authenticator';
const OFFER_MINUTES = 15;

/** The authenticator app of one's own account. A new secret is stored only once its app has shown a right code. */
@Injectable()
export class ManageAuthenticator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly confirmPassword: ConfirmPassword,
    private readonly links: SignedLinks,
    private readonly secrets: AuthenticatorSecrets,
    private readonly sessions: Sessions,
    private readonly limiter: Limiter,
    private readonly audit: Audit,
    private readonly notices: StaffNotices,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** A new secret, once the password is right. Nothing is stored: the token brings the secret back. */
  async offer(staff: ActingStaff, password: string): Promise<AuthenticatorOffer> {
    await this.confirmPassword.execute(staff, password);
    const secret = newTotpSecret();
    const until = minutesAfter(this.clock.now(), OFFER_MINUTES);
    return {
      secret,
      uri: enrolmentUri(secret, this.settings.PRODUCT_NAME, staff.email),
      token: this.links.sign(PURPOSE, `${staff.id}.${secret}`, until),
    };
  }

  /** Returns the token of a new session. 400 for a wrong code, 410 when the offer is too old. */
  async add(staff: ActingStaff, { token, code }: NewAuthenticatorBody): Promise<string> {
    const [, id, secret] = /^(\d+)\.(\w+)$/.exec(this.links.verify(PURPOSE, token) ?? '') ?? [];
    if (!secret || Number(id) !== staff.id) throw new AppError('gone', ADMIN_ERRORS.authenticatorOfferOver);
    await this.limiter.consume('authenticatorTriesPerAccount', String(staff.id));
    const totpPeriod = totpPeriodOf(secret, code, 0, this.clock.real);
    if (totpPeriod === undefined)
      throw new AppError('invalid', ERRORS.invalid, { fields: { code: LOGIN_MESSAGES.wrongCode } });
    return this.dataSource.transaction(async (tx) => {
      const session = await this.sessions.renew(staff, tx);
      const totpSecret = this.secrets.encrypt(staff.id, secret);
      await tx.update(StaffAccount, { id: staff.id }, { totpSecret, totpPeriod });
      const entry = { action: 'authenticator added', subject: `staff:${staff.id}` } as const;
      await this.notices.write({ accountId: staff.id, ...entry }, tx);
      return session;
    });
  }

  /** Returns the token of a new session. 409 when it is the last second factor and the role needs one. */
  async remove(staff: ActingStaff, password: string): Promise<string> {
    await this.confirmPassword.execute(staff, password);
    const { id: accountId, role } = staff;
    return this.dataSource.transaction(async (tx) => {
      const session = await this.sessions.renew(staff, tx);
      if (this.sessions.needsFactor(role) && !(await tx.existsBy(StaffPasskey, { accountId })))
        throw new AppError('conflict', ADMIN_ERRORS.lastFactor);
      await tx.update(StaffAccount, { id: accountId }, { totpSecret: null });
      await this.audit.write({ accountId, action: 'authenticator removed', subject: `staff:${accountId}` }, tx);
      return session;
    });
  }
}
