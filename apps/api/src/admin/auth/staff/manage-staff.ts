import {
  ADMIN_ERRORS,
  type InviteBody,
  PASSWORD_LINK_DAYS,
  type Role,
  STAFF_CHANGE_NAMES,
  type StaffChange,
  type StaffRow,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { daysAfter } from '../../../platform/clock/instants.ts';
import { instant } from '../../../platform/database/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { Audit } from '../audit.ts';
import { StaffAccount } from '../auth.entities.ts';
import { nameTaken } from '../own-account.ts';
import { FactTags, type ShownRecord } from '../fact-tags.ts';
import { ConfirmPassword } from '../passkeys/manage-passkeys.ts';
import type { ActingStaff } from '../require-permission.ts';
import { PASSWORD_LINK_REQUESTED, PASSWORD_LINK_SENT } from './password-links.tsx';
import { StaffAccountExists, StaffAccounts, StaffNameTaken } from './staff-accounts.ts';

const at = (column: string) => instant(column).literal;

const ROWS = `
  SELECT id, email, name, role, ${at('created_at')} AS "createdAt", totp_secret IS NOT NULL AS authenticator,
         CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN invited_at IS NOT NULL THEN 'invited' ELSE 'active' END AS state,
         (SELECT count(*)::int FROM staff_passkeys p WHERE p.account_id = a.id) AS passkeys,
         (SELECT json_build_object('since', ${at('l.at')}, 'until', ${at(`(l.at + interval '${PASSWORD_LINK_DAYS} days')`)}, 'by', s.name)
            FROM audit_log l JOIN staff_accounts s ON s.id = l.account_id
           WHERE l.subject = 'staff:' || a.id AND l.action = '${PASSWORD_LINK_SENT}' AND a.disabled_at IS NULL
             AND l.detail->>'version' = a.version::text AND l.at > $1 ORDER BY l.id DESC LIMIT 1) AS link,
         (SELECT count(*)::int FROM staff_sessions s WHERE s.account_id = a.id) AS sessions,
         (SELECT ${at('max(at)')} FROM audit_log l WHERE l.account_id = a.id AND action = 'signed in') AS "signedInAt"
    FROM staff_accounts a ORDER BY (disabled_at IS NOT NULL), email`;

type Row = Omit<StaffRow, 'changes' | 'seen'>;

/** What the dialogs of an account show. */
const shownAccount = ({ id, role, state }: Pick<Row, 'id' | 'role' | 'state'>) =>
  ({
    subject: `staff:${id}`,
    facts: { role, state },
    changed: { role: 'The role was changed', state: 'The account was disabled, enabled, or given a password' },
    actions: ['role changed', 'account disabled', 'account enabled', 'password changed', 'sign-in reset'],
  }) satisfies ShownRecord;

const stateOf = ({ disabledAt, invitedAt }: StaffAccount): Row['state'] =>
  disabledAt ? 'disabled' : invitedAt ? 'invited' : 'active';

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
    private readonly tags: FactTags,
    private readonly clock: Clock,
  ) {}

  /** Active and invited accounts by email, then the disabled ones. */
  async list(acting: ActingStaff): Promise<StaffRow[]> {
    const rows = await this.dataSource.query<Row[]>(ROWS, [daysAfter(this.clock.now(), -PASSWORD_LINK_DAYS)]);
    return rows.map((row) => ({
      ...row,
      seen: this.tags.of(shownAccount(row).subject, shownAccount(row).facts),
      changes: row.id === acting.id ? [] : STAFF_CHANGE_NAMES.filter((name) => IS_POSSIBLE[name](row)),
    }));
  }

  /** Creates an account and mails the link with which its owner sets a password. A 409 when the email has an account or a colleague the name. */
  async invite(acting: ActingStaff, { password, ...account }: InviteBody): Promise<void> {
    await this.confirmPassword.execute(acting, password);
    await this.staffAccounts
      .invite(account, { accountId: acting.id }, this.sendLink(acting))
      .catch((error: unknown) => {
        if (error instanceof StaffNameTaken) throw nameTaken();
        if (!(error instanceof StaffAccountExists)) throw error;
        const fields = { email: ADMIN_ERRORS.accountExists };
        throw new AppError('conflict', ADMIN_ERRORS.accountExists, { fields });
      });
  }

  /**
   * A 404 for an unknown id; a 409 for one's own account, for a change that the account's state does not allow, and when what was
   * `seen` has changed.
   */
  async change(
    acting: ActingStaff,
    id: number,
    name: StaffChange,
    { role, password }: { role?: Role; password?: string },
    seen: string | undefined,
  ): Promise<void> {
    if (password !== undefined) await this.confirmPassword.execute(acting, password);
    const row = (await this.list(acting)).find((each) => each.id === id);
    if (!row) throw new AppError('notFound', ADMIN_ERRORS.noSuchAccount);
    if (row.id === acting.id) throw new AppError('conflict', ADMIN_ERRORS.ownAccount);
    await this.tags.requireUnchanged(this.dataSource.manager, seen, shownAccount(row));
    if (!row.changes.includes(name)) throw new AppError('conflict', ADMIN_ERRORS.notInThisState);
    const { email } = row;
    const check = async (account: StaffAccount, all: StaffAccount[]) => {
      requireActive(acting, all);
      const shown = shownAccount({ ...account, state: stateOf(account) });
      await this.tags.requireUnchanged(this.dataSource.manager, seen, shown);
    };
    const by = { accountId: acting.id, check };
    switch (name) {
      case 'change-role':
        return this.staffAccounts.changeRole(email, role!, by);
      case 'send-password-link':
        return this.sendPasswordLink(acting, id);
      case 'end-sessions':
        return this.staffAccounts.endSessions(email, by);
      case 'reset-sign-in':
        return this.staffAccounts.resetSignIn(email, by, this.sendLink(acting));
      case 'disable':
        return this.staffAccounts.disable(email, by);
      case 'enable':
        return this.staffAccounts.enable(email, by);
    }
  }

  private async sendPasswordLink(acting: ActingStaff, id: number): Promise<void> {
    await this.limiter.consume('passwordLinksPerAccount', String(id));
    await this.dataSource.transaction((tx) => this.sendLink(acting)(id, tx));
  }

  /** The link is for the account as it is now. */
  private sendLink({ id: accountId }: ActingStaff) {
    return async (id: number, tx: EntityManager): Promise<void> => {
      const { version } = await tx.findOneByOrFail(StaffAccount, { id });
      const act = { accountId, action: PASSWORD_LINK_SENT, subject: `staff:${id}`, detail: { version } } as const;
      const entry = await this.audit.write(act, tx);
      if (entry) await this.jobs.enqueue(tx, PASSWORD_LINK_REQUESTED, entry);
    };
  }
}

const isEnabled = ({ state }: Row) => state !== 'disabled';

const IS_POSSIBLE: Record<StaffChange, (row: Row) => boolean> = {
  'change-role': isEnabled,
  'send-password-link': isEnabled,
  'end-sessions': ({ sessions, link }) => sessions > 0 || link !== null,
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
