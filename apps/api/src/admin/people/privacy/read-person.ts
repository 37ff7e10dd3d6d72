import { ADMIN_ERRORS, type PersonFile, type PrivacyKind, type PrivacyRecord } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { instant } from '../../../platform/database/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { MailCopies } from '../../../platform/mail/index.ts';
import { WITHOUT_ACCOUNT } from './erasure-scope.ts';

const at = (column: string) => instant(column).literal;

/**
 * What a person sent under an email address ($1), newest first, and the sign-ups that are erased with those. Erased
 * sign-ups and applications have no email.
 */
const RECORDS = `
  SELECT 'signup' AS kind, id::float8 AS id, state, ${at('created_at')} AS at FROM trial_signups
   WHERE lower(email) = lower($1) OR (${WITHOUT_ACCOUNT} AND erased_at IS NULL AND phone IN (
     SELECT phone FROM trial_signups AS own WHERE lower(own.email) = lower($1) AND own.phone_verified_at IS NOT NULL))
  UNION ALL
  SELECT 'application', id::float8, state, ${at('created_at')} FROM ambassador_applications WHERE lower(email) = lower($1)
  UNION ALL
  SELECT 'request', id::float8, state, ${at('created_at')} FROM trial_requests WHERE lower(email) = lower($1)
  UNION ALL
  SELECT 'reader', id::float8, state, ${at('created_at')} FROM newsletter_subscriptions WHERE email_key = lower($1)
  ORDER BY at DESC`;

/** The tables with rows about a person, and the condition for them; $1 are the ids of `RECORDS`. */
const TABLES: Record<string, string> = {
  trial_signups: 'id = ANY ($1)',
  trial_corrections: 'trial_id = ANY ($1)',
  phone_verifications: 'subject_id = ANY ($1)',
  consents: 'trial_id = ANY ($1)',
  users: 'trial_id = ANY ($1)',
  churches: 'id IN (SELECT church_id FROM users WHERE trial_id = ANY ($1))',
  subscriptions: 'id = ANY ($1)',
  payments: 'subscription_id = ANY ($1)',
  active_users: 'subscription_id = ANY ($1)',
  closed_months: 'subscription_id = ANY ($1)',
  ambassador_applications: 'id = ANY ($1)',
  trial_requests: 'id = ANY ($1)',
  trial_request_answers: 'request_id = ANY ($1)',
  newsletter_subscriptions: 'id = ANY ($1)',
  workflow_journal: 'subject_id = ANY ($1)',
  staff_notes: 'subject_id = ANY ($1)',
  sent_mails: 'subject_id = ANY ($1)',
  queue_items: 'subject_id = ANY ($1)',
  audit_log: `subject IN (SELECT kind || ':' || id FROM unnest($1::bigint[]) AS id, unnest(ARRAY['trial', 'application', 'request']) AS kind)`,
};

/** Where not all columns are about the person: the audit has the addresses of staff. */
const COLUMNS: Record<string, string> = { audit_log: 'at, action, subject, detail' };

const TABLES_OF: Record<PrivacyKind, string> = {
  signup: 'trial_signups',
  application: 'ambassador_applications',
  request: 'trial_requests',
  reader: 'newsletter_subscriptions',
};

/** Columns that are not about the person: keys against repeats, secrets, and the card's fingerprint at the provider. */
const LEFT_OUT = /(^|_)(keys?|hash|token|secret|fingerprint|journal_seq|seq|copy)$/;

/** Everything that is stored under an email address. */
@Injectable()
export class ReadPerson {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly copies: MailCopies,
  ) {}

  records(email: string, tx: EntityManager = this.dataSource.manager): Promise<PrivacyRecord[]> {
    return tx.query(RECORDS, [email]);
  }

  /** The email of the person of a record. Throws a 404 without one, and for an erased person. */
  async emailOf(kind: PrivacyKind, id: number): Promise<string> {
    const [row] = await this.dataSource.query<{ email: string }[]>(
      `SELECT email FROM ${TABLES_OF[kind]} WHERE id = $1 AND email <> ''`,
      [id],
    );
    if (!row) throw new AppError('notFound', ADMIN_ERRORS.nothingStored);
    return row.email;
  }

  /** One snapshot of every row. */
  file(email: string): Promise<PersonFile> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const ids = (await this.records(email, tx)).map(({ id }) => id);
      const tables: PersonFile['tables'] = {};
      for (const [table, condition] of Object.entries(TABLES)) {
        const rows = await tx.query<{ row: Record<string, unknown> }[]>(
          `SELECT to_json(stored) AS row FROM (SELECT ${COLUMNS[table] ?? '*'} FROM ${table} WHERE ${condition}) AS stored`,
          [ids],
        );
        const readable = rows.map(async ({ row }) => ({ ...withoutKeys(row), ...(await this.wordsOf(row)) }));
        if (rows.length) tables[table] = await Promise.all(readable);
      }
      return { email, createdAt: this.clock.now().toISOString(), tables };
    });
  }

  /** The words of a sent mail; `copy` is its encrypted copy in hexadecimal digits. */
  private async wordsOf({ key, copy }: Record<string, unknown>): Promise<{ subject?: string; text?: string }> {
    const copied = typeof copy === 'string' && this.copies.decrypt(String(key), Buffer.from(copy.slice(2), 'hex'));
    return copied ? { subject: copied.subject, text: await this.copies.textOf(copied) } : {};
  }
}

const withoutKeys = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT.test(column)));
