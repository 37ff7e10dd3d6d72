import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../platform/http/errors.ts';
import { Audit } from '../audit.ts';
import { StaffAccount } from '../domain/staff-account.entity.ts';
import { StaffPasskey } from '../domain/passkey.entity.ts';
import type { ActingStaff } from '../needs.ts';
import { OwnPassword } from '../own-password.ts';
import { Sessions } from '../sessions.ts';

/** A member of staff removes a passkey of the own account, unless it is the last factor and one is needed. */
@Injectable()
export class RemovePasskey {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ownPassword: OwnPassword,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns the token of a new session. 404 when the account has no such passkey; 409 when it is the account's last second
   * factor and the role needs one.
   */
  async execute(staff: ActingStaff, passkey: number, password: string): Promise<string> {
    await this.ownPassword.confirm(staff, password);
    const { id: accountId, address } = staff;
    return this.dataSource.transaction(async (tx) => {
      const token = await this.sessions.renew(staff, tx);
      const { affected } = await tx.delete(StaffPasskey, { id: passkey, accountId });
      if (!affected) throw new AppError(404, ADMIN_ERRORS.noSuchPasskey);
      const { totpSecret } = await tx.findOneByOrFail(StaffAccount, { id: accountId });
      const hasFactor = totpSecret !== null || (await tx.existsBy(StaffPasskey, { accountId }));
      if (!hasFactor && this.sessions.needsFactor(staff.role)) throw new AppError(409, ADMIN_ERRORS.lastFactor);
      const entry = { action: 'passkey removed', subject: `staff:${accountId}`, detail: { passkey } } as const;
      await this.audit.write({ accountId, address, ...entry }, tx);
      return token;
    });
  }
}
