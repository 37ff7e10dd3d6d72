import { dollars, maskEmail } from '@lampstand/contracts';
import {
  FOUND_KINDS,
  type FoundKind,
  type FoundRecord,
  MAX_FOUND,
  type SubscriberRow,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { every, raw, type Sql, sql } from '../../../platform/database/sql.ts';
import { legible, searchConditions, SUBSCRIBER_SEARCH, tokenize } from '../../lists/index.ts';
import {
  anyCompleteField,
  digitsOf,
  matching,
  meeting,
  namesOne,
  newestOfMany,
  PEOPLE,
  type PeopleTable,
  type PersonRow,
  recordOf,
  SIGNUPS,
  similar,
} from './people.ts';

/** The column that holds a Stripe id, by the id's prefix. */
const BY_STRIPE_ID: Record<string, (id: string) => Sql> = {
  cus: (id) => sql`stripe_customer_id = ${id}`,
  seti: (id) => sql`setup_intent_id = ${id}`,
  cs: (id) => sql`checkout_session_id = ${id}`,
  sub: (id) => sql`id = (SELECT subscriptions.id FROM subscriptions WHERE stripe_id = ${id})`,
};

const STRIPE_ID = /^(cus|seti|cs|sub)_\w+$/;

/** With fewer records than this, similar names are searched, too. */
const FEW = 5;
const MAX_ROWS = 20;

/**
 * A bad estimate of how many rows have a word must not make the planner read a whole table. A typo in six letters leaves half
 * of their trigrams.
 */
const PLANNING = `SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
  set_config('max_parallel_workers_per_gather', '0', true), set_config('pg_trgm.word_similarity_threshold', '0.5', true)`;

/** Finds records of every kind by anything a caller can name. */
@Injectable()
export class SearchRecords {
  constructor(private readonly dataSource: DataSource) {}

  async execute(text: string, masked: boolean): Promise<FoundRecord[]> {
    const typed = legible(text);
    if (!typed) return [];
    return this.dataSource.transaction(async (tx) => {
      await tx.query(PLANNING);
      const matches = await matchesOf(tx, typed, masked);
      const found = best(matches);
      if (found.length >= FEW || STRIPE_ID.test(typed)) return found;
      return best([...matches, ...(await similarPeople(tx, typed))]);
    });
  }
}

async function matchesOf(tx: EntityManager, typed: string, masked: boolean): Promise<Match[]> {
  const [, prefix = ''] = STRIPE_ID.exec(typed) ?? [];
  const byStripeId = BY_STRIPE_ID[prefix]?.(typed);
  if (byStripeId) return people(tx, SIGNUPS, meeting(SIGNUPS, byStripeId, typed), () => complete('Stripe id'));
  if (namesOne(typed)) {
    const named = await peopleOf(tx, typed, masked, (table) => meeting(table, anyCompleteField(typed, table), typed));
    if (named.length) return [...named, ...(await readers(tx, typed, masked, true))];
  }
  const all = await peopleOf(tx, typed, masked, (table) => matching(table, typed, masked));
  const digits = digitsOf(typed);
  if (digits?.length === 4)
    all.push(...(await people(tx, SIGNUPS, meeting(SIGNUPS, ofCard(digits), typed), () => complete(`card ${digits}`))));
  return [...all, ...(await readers(tx, typed, masked)), ...(await invoices(tx, typed))];
}

async function peopleOf(
  tx: EntityManager,
  typed: string,
  masked: boolean,
  query: (table: PeopleTable) => Sql,
): Promise<Match[]> {
  const all: Match[] = [];
  for (const table of PEOPLE)
    all.push(...(await people(tx, table, query(table), (row) => fieldMatch(row, typed, masked))));
  return all;
}

const complete = (matched: string) => ({ rank: COMPLETE, matched });

/** The card of the sign-up, or the one that the subscription has now. */
const ofCard = (digits: string): Sql => sql`id IN (
  (SELECT id FROM trial_signups WHERE card->>'last4' = ${digits} ORDER BY created_at DESC LIMIT ${MAX_ROWS})
  UNION ALL (SELECT id FROM subscriptions WHERE card->>'last4' = ${digits} ORDER BY created_at DESC LIMIT ${MAX_ROWS}))`;

async function similarPeople(tx: EntityManager, typed: string): Promise<Match[]> {
  const all: Match[] = [];
  for (const table of PEOPLE) {
    const query = similar(table, typed);
    if (query)
      all.push(...(await people(tx, table, query, (row) => ({ rank: SIMILAR, matched: `similar ${row.field}` }))));
  }
  return all;
}

/** The rows of a query as matches. */
async function people(
  tx: EntityManager,
  { kind }: PeopleTable,
  query: Sql,
  how: (row: PersonRow) => { rank: number; matched: string },
): Promise<Match[]> {
  const rows = await tx.query<PersonRow[]>(...query.parameterized);
  return rows.map((row) => {
    const { rank, matched } = how(row);
    return { rank, record: recordOf(kind, row, matched) };
  });
}

interface ReaderRow {
  id: string;
  email: string;
  email_key: string;
  state: SubscriberRow['status'];
  created_at: Date;
}

/** Ids are bigints; longer numbers and other texts are none. */
const idOf = (digits: string): Sql => (/^\d{1,16}$/.test(digits) ? sql`${digits}::bigint` : raw('NULL'));

/** A masked role finds a reader by the whole address or id only. */
async function readers(tx: EntityManager, typed: string, masked: boolean, byWhole = masked): Promise<Match[]> {
  const digits = digitsOf(typed) ?? '';
  const columns = raw('id, email, email_key, state, created_at');
  const query = byWhole
    ? sql`SELECT ${columns} FROM newsletter_subscriptions WHERE email_key = lower(${typed}) OR id = ${idOf(digits)}`
    : newestOfMany('newsletter_subscriptions', columns, every(searchConditions(typed, SUBSCRIBER_SEARCH, false)));
  const rows = await tx.query<ReaderRow[]>(...query.parameterized);
  return rows.map((row) => ({
    rank: row.id === digits || row.email_key === typed.toLowerCase() ? COMPLETE : PARTIAL,
    record: {
      kind: 'reader',
      id: Number(row.id),
      title: masked ? maskEmail(row.email) : row.email,
      detail: '',
      state: row.state,
      matched: row.id === digits ? 'id' : 'email',
      at: row.created_at.toISOString(),
    },
  }));
}

async function invoices(tx: EntityManager, typed: string): Promise<Match[]> {
  const rows = await tx.query<
    { id: string; number: string | null; signup: string; name: string; cents: number; status: string; at: Date }[]
  >(
    ...sql`SELECT payments.id, number, subscription_id AS signup, btrim(first_name || ' ' || last_name) AS name,
                  amount_in_cents AS cents, status, payments.created_at AS at
             FROM payments JOIN trial_signups ON trial_signups.id = subscription_id
            WHERE payments.id = ${typed} OR lower(number) = lower(${typed}) LIMIT ${MAX_ROWS}`.parameterized,
  );
  return rows.map((row) => ({
    rank: COMPLETE,
    record: {
      kind: 'invoice',
      id: row.id,
      signupId: Number(row.signup),
      title: row.number ?? row.id,
      detail: [row.name, dollars(row.cents)].filter(Boolean).join(' · '),
      state: row.status,
      matched: row.id === typed ? 'Stripe id' : 'invoice number',
      at: row.at.toISOString(),
    },
  }));
}

/** A record with how well it matches: 0 a complete field, 1 to 2 a part of one, 3 a similar one. */
interface Match {
  rank: number;
  record: FoundRecord;
}

const COMPLETE = 0;
const PARTIAL = 1;
const SIMILAR = 3;

/** At most `MAX_FOUND` records. Equally good ones of all kinds take turns, so that no kind crowds out the others. */
function best(matches: readonly Match[]): FoundRecord[] {
  const kinds = Object.keys(FOUND_KINDS) as FoundKind[];
  const chosen = kinds
    .flatMap((kind) =>
      withoutRepetitions(matches.filter(({ record }) => record.kind === kind))
        .toSorted((a, b) => a.rank - b.rank || b.record.at.localeCompare(a.record.at))
        .map((match, place) => ({ ...match, place })),
    )
    .toSorted((a, b) => Math.floor(a.rank) - Math.floor(b.rank) || a.place - b.place)
    .slice(0, MAX_FOUND);
  return [...new Set(chosen.map(({ record }) => record.kind))].flatMap((kind) =>
    chosen.flatMap(({ record }) => (record.kind === kind ? [record] : [])),
  );
}

/** The best match of each record. */
function withoutRepetitions(matches: readonly Match[]): Match[] {
  const byId = new Map<number | string, Match>();
  for (const match of matches) {
    const known = byId.get(match.record.id);
    if (!known || match.rank < known.rank) byId.set(match.record.id, match);
  }
  return [...byId.values()];
}

/** The field of a person that matches what was typed, and how well. For a masked role, email and phone only match as a whole. */
function fieldMatch(row: PersonRow, typed: string, masked: boolean): { rank: number; matched: string } {
  const { folded } = row;
  const digits = digitsOf(typed);
  const complete = nameOfTrue({
    phone: row.phone === digits || (digits?.length === 4 && row.phone.endsWith(digits)),
    'trial id': row.id === digits,
    email: folded.email === folded.typed,
    name: folded.name === folded.typed,
    church: folded.church === folded.typed,
  });
  if (complete) return { rank: COMPLETE, matched: complete };

  const [spellings = []] = tokenize(folded.typed);
  const has = (part: string) => spellings.some((word) => part.includes(word));
  const is = (...parts: string[]) => parts.some((part) => spellings.includes(part));
  const parts = {
    name: has(folded.name),
    church: has(folded.church),
    email: masked ? is(folded.email) : has(folded.email),
    phone: masked ? is(row.phone, row.phone.slice(-4)) : has(row.phone),
    'trial id': has(row.id),
    city: has(folded.city),
  };
  const matched = nameOfTrue(parts);
  // The proven email or phone of a sign-up before it was corrected.
  if (!matched && namesOne(typed)) return { rank: COMPLETE, matched: digits ? 'earlier phone' : 'earlier email' };
  return { rank: PARTIAL + Object.keys(parts).indexOf(matched ?? 'name') / 10, matched: matched ?? 'name' };
}

const nameOfTrue = (conditions: Record<string, boolean>): string | undefined =>
  Object.entries(conditions).find(([, isTrue]) => isTrue)?.[0];
