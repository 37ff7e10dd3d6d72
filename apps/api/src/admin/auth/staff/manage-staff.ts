import {
  ADMIN_ERRORS,
  type InviteBody,
  type Role,
  STAFF_CHANGE_NAMES,
  type StaffChange,
  type StaffRow,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { instant } from '../../../platform/database/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { Audit } from '../audit.ts';
import { StaffAccount } from '../auth.entities.ts';
import { ConfirmPassword } from '../passkeys/manage-passkeys.ts';
import type { ActingStaff } from '../require-permission.ts';
import { PASSWORD_LINK_REQUESTED } from './password-links.tsx';
import { StaffAccountExists, StaffAccounts } from './staff-accounts.ts';

const at = (column: string) => instant(column).literal;

const ROWS = `
  SELECT id, email, role, ${at('created_at')} AS "createdAt", totp_secret IS NOT NULL AS authenticator,
         CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN invited_at IS NOT NULL THEN 'invited' ELSE 'active' END AS state,
         (SELECT count(*)::int FROM staff_passkeys p WHERE p.account_id = a.id) AS passkeys,
         (SELECT count(*)::int FROM staff_sessions s WHERE s.account_id = a.id) AS sessions,
         (SELECT ${at('max(at)')} FROM audit_log l WHERE l.account_id = a.id AND action = 'signed in') AS "signedInAt"
    FROM staff_accounts a ORDER BY (disabled_at IS NOT NULL), email`;

type Row = Omit<StaffRow, 'changes'>;

/** The accounts of the team, as an administrator manages them over HTTP. */
@Injectable()
export class ManageStaff {
  constructor(
    private readonly dataSource: DataSource,
    private readonly staffAccounts: StaffAccounts,
    private readonly confirmPassword: ConfirmPassword,
    private readonly jobs: Jobs,
    private readonly limiter: Limiter,
    private readonly audit: Audit,
  ) {}

  /** Active and invited accounts by email, then the disabled ones. */
  async list(acting: ActingStaff): Promise<StaffRow[]> {
    const rows = await this.dataSource.query<Row[]>(ROWS);
    return rows.map((row) => ({
      ...row,
      changes: row.id === acting.id ? [] : STAFF_CHANGE_NAMES.filter((name) => IS_POSSIBLE[name](row)),
    }));
  }

  /** Creates an account and mails the link with which its owner sets a password. A 409 when the email has an account. */
  async invite(acting: ActingStaff, { email, role, password }: InviteBody): Promise<void> {
    await this.confirmPassword.execute(acting, password);
    await this.staffAccounts.invite(email, role, { accountId: acting.id }, this.sendLink).catch((error: unknown) => {
      if (!(error instanceof StaffAccountExists)) throw error;
      const fields = { email: ADMIN_ERRORS.accountExists };
      throw new AppError('conflict', ADMIN_ERRORS.accountExists, { fields });
    });
  }

  /** A 404 for an unknown id; a 409 for one's own account and for a change that the account's state does not allow. */
  async change(
    acting: ActingStaff,
    id: number,
    name: StaffChange,
    { role, password }: { role?: Role; password?: string } = {},
  ): Promise<void> {
    if (password !== undefined) await this.confirmPassword.execute(acting, password);
    const row = (await this.list(acting)).find((each) => each.id === id);
    if (!row) throw new AppError('notFound', ADMIN_ERRORS.noSuchAccount);
    if (row.id === acting.id) throw new AppError('conflict', ADMIN_ERRORS.ownAccount);
    if (!row.changes.includes(name)) throw new AppError('conflict', ADMIN_ERRORS.notInThisState);
    const { email } = row;
    const by = { accountId: acting.id, check: (_: StaffAccount, all: StaffAccount[]) => requireActive(acting, all) };
    switch (name) {
      case 'change-role':
        return this.staffAccounts.changeRole(email, role!, by);
      case 'send-password-link':
        return this.sendPasswordLink(acting, id);
      case 'end-sessions':
        return this.staffAccounts.endSessions(email, by);
      case 'reset-sign-in':
        return this.staffAccounts.resetSignIn(email, by, this.sendLink);
      case 'disable':
        return this.staffAccounts.disable(email, by);
      case 'enable':
        return this.staffAccounts.enable(email, by);
    }
  }

  private readonly sendLink = (id: number, tx: EntityManager) => this.jobs.enqueue(tx, PASSWORD_LINK_REQUESTED, id);

  private async sendPasswordLink({ id: accountId }: ActingStaff, id: number): Promise<void> {
    await this.limiter.consume('passwordLinksPerAccount', String(id));
    await this.dataSource.transaction(async (tx) => {
      await this.sendLink(id, tx);
      await this.audit.write({ accountId, action: 'password link sent', subject: `staff:${id}` }, tx);
    });
  }
}

const isEnabled = ({ state }: Row) => state !== 'disabled';

const IS_POSSIBLE: Record<StaffChange, (row: Row) => boolean> = {
  'change-role': isEnabled,
  'send-password-link': isEnabled,
  'end-sessions': ({ sessions }) => sessions > 0,
  'reset-sign-in': (row) => isEnabled(row) && row.state !== 'invited',
  disable: isEnabled,
  enable: (row) => !isEnabled(row),
};

/** Two administrators who disable each other at the same moment: the second is refused, so that one remains. */
function requireActive(acting: ActingStaff, accounts: StaffAccount[]): void {
  const account = accounts.find(({ id }) => id === acting.id);
  if (!account || account.disabledAt || account.role !== 'administrator')
    throw new AppError('unauthenticated', ADMIN_ERRORS.signInFirst);
}
