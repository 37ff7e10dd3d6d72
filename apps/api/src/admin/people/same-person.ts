import { maskEmail } from '@lampstand/contracts';
import type { PrivacyRecord, RelatedRecord, SubscriberRow } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { formatLongDate } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { type Sql, joined, sql } from '../../platform/database/sql.ts';
import { NewsletterSubscription } from '../../newsletter/index.ts';
import { ownerOf, type Person, personOf, provenOf, type TrialSignup } from '../../trials/index.ts';
import { recordsOf } from './person-records.ts';
import { meeting, PEOPLE, type PeopleTable, type PersonRow, recordOf, SIGNUPS } from './search/people.ts';
import { standingsOf } from './diagnosis/standing.ts';

/** The record whose person is looked for. */
interface Subject {
  kind: PeopleTable['kind'];
  id: number;
  email: string;
  phone: string;
}

/** The most records of a kind that a page shows. */
const MOST = 20;

/** What else has an email or phone of a person: sign-ups, applications, requests and the newsletter. Erased records are left out. */
@Injectable()
export class SamePerson {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  /** Records that share a phone or an address, by kind, newest first. Nothing of an erased subject. */
  async recordsOf(subject: Subject, masked: boolean): Promise<RelatedRecord[]> {
    if (!subject.email) return [];
    const records = await recordsOf(this.dataSource.manager, await this.personOf(subject));
    return this.shown(
      records.filter(({ id }) => id !== subject.id),
      masked,
    );
  }

  /** A form proves nothing: it is of the owner of its email, or else of its phone, with what is typed into it. */
  private async personOf({ kind, id, email, phone }: Subject): Promise<Person> {
    const tx = this.dataSource.manager;
    if (kind === 'signup') return personOf(tx, id);
    const [ofEmail, ofPhone] = [await ownerOf(tx, email), await ownerOf(tx, phone)];
    const owner = provenOf(ofEmail).length ? ofEmail : ofPhone;
    const typed = [email.toLowerCase(), phone].map((value) => ({ value, since: null, by: 'link' as const }));
    return { signups: owner.signups, contacts: [...owner.contacts.filter(({ since }) => since), ...typed] };
  }

  /** Records as a page shows them: the newest of each kind. */
  async shown(records: PrivacyRecord[], masked: boolean): Promise<RelatedRecord[]> {
    const found: RelatedRecord[] = [];
    const newest = (kind: PrivacyRecord['kind']) => records.filter((record) => record.kind === kind).slice(0, MOST);
    for (const table of PEOPLE) {
      const chosen = new Map(newest(table.kind).map((record) => [record.id, record]));
      if (!chosen.size) continue;
      const ids = joined(
        [...chosen.keys()].map((id) => sql`${id}`),
        ', ',
      );
      for (const row of await this.rowsOf(table, sql`id IN (${ids})`)) {
        const { matched, proof } = chosen.get(Number(row.id))!;
        found.push({ ...recordOf(table.kind, row, matched), proof });
      }
    }
    const readers = new Map(newest('reader').map((record) => [record.id, record]));
    const rows = readers.size
      ? await this.dataSource.getRepository(NewsletterSubscription).findBy({ id: In([...readers.keys()]) })
      : [];
    for (const { id, email } of rows) found.push(readerRecord(readers.get(id)!, masked ? maskEmail(email) : email));
    return this.withStandings(found);
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

const readerRecord = ({ id, state, at, matched, proof }: PrivacyRecord, title: string): RelatedRecord => ({
  kind: 'reader',
  id,
  title,
  detail: '',
  state: state as SubscriberRow['status'],
  matched,
  at,
  proof,
});
