import { maskEmail } from '@lampstand/contracts';
import type { RelatedRecord, SubscriberRow } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { formatLongDate } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { TrialSignup } from '../../trials/index.ts';
import { meeting, PEOPLE, type PeopleTable, type PersonRow, recordOf, SIGNUPS } from './search/people.ts';
import { standingsOf } from './diagnosis/standing.ts';

/** The record whose person is looked for. */
interface Subject {
  kind: PeopleTable['kind'];
  id: number;
  email: string;
  phone: string;
}

interface ReaderRow {
  id: string;
  email: string;
  state: SubscriberRow['status'];
  created_at: Date;
}

/** What else a person has sent: sign-ups, applications, requests and the newsletter. Erased records are left out. */
@Injectable()
export class SamePerson {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  /** Records of the same email or phone, by kind, newest first. Nothing of an erased subject. */
  async recordsOf(subject: Subject, masked: boolean): Promise<RelatedRecord[]> {
    const { id, email } = subject;
    if (!email) return [];
    const found: RelatedRecord[] = [];
    for (const table of PEOPLE) {
      const rows = await this.rowsOf(table, sql`${CONDITIONS[table.kind](subject)} AND id <> ${id}`);
      found.push(...rows.map((row) => recordOf(table.kind, row, sharedWith(row, subject))));
    }
    const readers = await this.dataSource.query<ReaderRow[]>(
      'SELECT id, email, state, created_at FROM newsletter_subscriptions WHERE email_key = lower($1)',
      [email],
    );
    return this.withStandings([...found, ...readers.map((row) => readerRecord(row, masked))]);
  }

  /** Other sign-ups with the same card, newest first. */
  async ofTheSameCard({ id, cardFingerprint }: TrialSignup): Promise<RelatedRecord[]> {
    if (!cardFingerprint) return [];
    const condition = sql`card_fingerprint = ${cardFingerprint} AND id <> ${id} AND erased_at IS NULL`;
    const rows = await this.rowsOf(SIGNUPS, condition);
    return this.withStandings(rows.map((row) => recordOf('signup', row, 'card')));
  }

  private rowsOf(table: PeopleTable, condition: Sql): Promise<PersonRow[]> {
    return this.dataSource.query<PersonRow[]>(...meeting(table, condition).parameterized);
  }

  private async withStandings(records: RelatedRecord[]): Promise<RelatedRecord[]> {
    const ids = records.flatMap((record) => (record.kind === 'signup' ? [record.id] : []));
    const day = (at: Date) => formatLongDate(at, this.settings.ORG_TIME_ZONE);
    const standings = await standingsOf(this.dataSource.manager, ids, day);
    return records.map((record) => ({ ...record, ...(record.kind === 'signup' && standings.get(record.id)) }));
  }
}

/** A form is of the owner of a phone when a sign-up has verified that phone. */
const form = ({ email, phone }: Subject): Sql =>
  sql`(lower(email) = lower(${email}) OR (phone = ${phone} AND EXISTS (
        SELECT FROM trial_signups AS owner WHERE owner.phone = ${phone} AND owner.phone_verified_at IS NOT NULL)))`;

const CONDITIONS: Record<PeopleTable['kind'], (subject: Subject) => Sql> = {
  // Each part of the union has an index.
  signup: ({ kind, email, phone }) => sql`erased_at IS NULL AND id IN (
    SELECT id FROM trial_signups WHERE phone = ${phone} AND (phone_verified_at IS NOT NULL OR ${kind} = 'signup')
    UNION SELECT id FROM trial_signups WHERE lower(email) = lower(${email}))`,
  application: form,
  request: form,
};

const sharedWith = (row: PersonRow, { email }: Subject): string =>
  row.email.toLowerCase() === email.toLowerCase() ? 'email' : 'phone';

const readerRecord = ({ id, email, state, created_at }: ReaderRow, masked: boolean): RelatedRecord => ({
  kind: 'reader',
  id: Number(id),
  title: masked ? maskEmail(email) : email,
  detail: '',
  state,
  matched: 'email',
  at: created_at.toISOString(),
});
