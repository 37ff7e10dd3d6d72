import { createHash } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import { ADMIN_ERRORS, type ChangePasswordBody, type OwnAccount } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { isUniqueViolation } from '../../platform/database/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordProblem } from '../../platform/password-rules.ts';
import { Release } from '../../platform/release.ts';
import { Audit } from './audit.ts';
import { StaffAccount, StaffSession } from './auth.entities.ts';
import { hashPassword } from './credentials.ts';
import { ConfirmPassword } from './passkeys/manage-passkeys.ts';
import type { ActingStaff } from './require-permission.ts';
import { Sessions } from './sessions.ts';

/** What members of staff see and change of their own account: its name, its sessions and its password. */
@Injectable()
export class ManageOwnAccount {
  constructor(
    private readonly dataSource: DataSource,
    private readonly confirmPassword: ConfirmPassword,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly release: Release,
  ) {}

  async read({ id, session }: ActingStaff): Promise<OwnAccount> {
    const { totpSecret } = await this.dataSource.manager.findOneByOrFail(StaffAccount, { id });
    const sessions = await this.sessions.of(id);
    return {
      authenticator: totpSecret !== null,
      sessions: sessions.map(({ tokenHash, createdAt, seenAt }) => ({
        id: sessionId(tokenHash),
        current: tokenHash === session,
        createdAt: createdAt.toISOString(),
        seenAt: seenAt.toISOString(),
      })),
      release: this.release,
    };
  }

  /** 404 when the account has no such session any more. */
  async endSession({ id: accountId }: ActingStaff, session: string): Promise<void> {
    const found = (await this.sessions.of(accountId)).find(({ tokenHash }) => sessionId(tokenHash) === session);
    await this.dataSource.transaction(async (tx) => {
      const { affected } = await tx.delete(StaffSession, { accountId, tokenHash: found?.tokenHash ?? '' });
      if (!affected) throw new AppError('notFound', ADMIN_ERRORS.noSuchSession);
      const entry = { action: 'session ended', subject: `staff:${accountId}`, detail: { session } } as const;
      await this.audit.write({ accountId, ...entry }, tx);
    });
  }

  /** A 409 when a colleague has the name. */
  async changeName({ id: accountId }: ActingStaff, name: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const { affected } = await tx
        .update(StaffAccount, { id: accountId, name: Not(name) }, { name })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? nameTaken() : error;
        });
      if (affected) await this.audit.write({ accountId, action: 'name changed', subject: `staff:${accountId}` }, tx);
    });
  }

  /** Ends all sessions and returns the token of a new one. A 400 names what is wrong with which password. */
  async changePassword(staff: ActingStaff, { password, newPassword }: ChangePasswordBody): Promise<string> {
    const problem = passwordProblem(newPassword, staff.email);
    if (problem) throw new AppError('invalid', ERRORS.invalid, { fields: { newPassword: problem } });
    await this.confirmPassword.execute(staff, password);
    const passwordHash = await hashPassword(newPassword);
    const { id: accountId } = staff;
    return this.dataSource.transaction(async (tx) => {
      const token = await this.sessions.renew(staff, tx);
      await tx.update(StaffAccount, { id: accountId }, { passwordHash, invitedAt: null });
      await this.audit.write({ accountId, action: 'password changed', subject: `staff:${accountId}` }, tx);
      return token;
    });
  }
}

export const nameTaken = () =>
  new AppError('conflict', ADMIN_ERRORS.nameTaken, { fields: { name: ADMIN_ERRORS.nameTaken } });

/** Names a session to its owner; the stored hash stays here. */
const sessionId = (tokenHash: string): string =>
  createHash('sha256').update(tokenHash).digest('base64url').slice(0, 16);
