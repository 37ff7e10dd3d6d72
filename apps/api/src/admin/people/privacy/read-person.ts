import { ADMIN_ERRORS, type PersonFile, type PrivacyKind, type PrivacyRecord } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { MailCopies } from '../../../platform/mail/index.ts';
import { chosenOf, ownRecordsOf, type Subject, TABLE_OF } from '../person-records.ts';

/** The tables with rows about a person, and the condition for them; $1 are the ids of the records. */
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

/** Columns that are not about the person: keys against repeats, secrets, and the card's fingerprint at the provider. */
const LEFT_OUT = /(^|_)(keys?|hash|token|secret|fingerprint|journal_seq|seq|copy)$/;

/** Everything that is stored of a person. */
@Injectable()
export class ReadPerson {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly copies: MailCopies,
  ) {}

  /** All records under the phones and addresses of the subject, also those of others, newest first. */
  async records(subject: Subject): Promise<PrivacyRecord[]> {
    const { own, unproven, ofOthers } = await ownRecordsOf(this.dataSource.manager, subject);
    return [...own, ...unproven, ...ofOthers].toSorted((one, other) => other.at.localeCompare(one.at));
  }

  /**
   * The records that go along: those that are proven to be the subject's, and those in `also`. Throws a 404 when nothing is stored, and
   * a 409 when nothing is chosen or a chosen record is none to choose.
   */
  async chosen(subject: Subject, also: number[], tx = this.dataSource.manager): Promise<PrivacyRecord[]> {
    const records = await ownRecordsOf(tx, subject);
    if (!Object.values(records).flat().length) throw new AppError('notFound', ADMIN_ERRORS.nothingStored);
    const chosen = [...records.own, ...chosenOf(records, also)];
    if (!chosen.length) throw new AppError('conflict', ADMIN_ERRORS.nothingChosen);
    return chosen;
  }

  /** The email of the person of a record. Throws a 404 without one, and for an erased person. */
  async emailOf(kind: PrivacyKind, id: number): Promise<string> {
    const [row] = await this.dataSource.query<{ email: string }[]>(
      `SELECT email FROM ${TABLE_OF[kind]} WHERE id = $1 AND email <> ''`,
      [id],
    );
    if (!row) throw new AppError('notFound', ADMIN_ERRORS.nothingStored);
    return row.email;
  }

  /** One snapshot of every row, of the sign-up or else of the owner of the email, with the chosen unproven records. */
  file({
    email,
    signup,
    also = [],
  }: {
    email: string;
    signup?: number | undefined;
    also?: number[] | undefined;
  }): Promise<PersonFile> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const subject = signup ? { signup } : { email };
      const ids = (await this.chosen(subject, also, tx)).map(({ id }) => id);
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
