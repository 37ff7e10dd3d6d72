import { ERRORS } from '@lampstand/contracts';
import { LOGIN_MESSAGES } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Audit } from './audit.ts';
import { isPassword } from './domain/passwords.ts';
import { StaffAccount } from './domain/staff-account.entity.ts';
import type { ActingStaff } from './needs.ts';

/** Asks who is signed in for the password once more, before their own sign-in changes. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limiter: Limiter,
    private readonly audit: Audit,
  ) {}

  /** A wrong one is a 400 at its field and a line in the audit; too many are a 429. */
  async confirm({ id, address }: ActingStaff, password: string): Promise<void> {
    await this.limiter.consume('ownPasswordsPerAccount', String(id));
    const account = await this.dataSource.getRepository(StaffAccount).findOneBy({ id });
    if (await isPassword(account?.passwordHash, password)) return;
    const entry = { action: 'passkey refused', subject: `staff:${id}`, detail: { part: 'password' } } as const;
    await this.audit.write({ accountId: id, address, ...entry });
    throw new AppError(400, ERRORS.invalid, { fields: { password: LOGIN_MESSAGES.notYourPassword } });
  }
}
