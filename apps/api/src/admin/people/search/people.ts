import type { FoundRecord } from '@lampstand/contracts/back-office';
import { every, joined, raw, type Sql, sql } from '../../../platform/database/sql.ts';
import {
  CITY_SEARCH,
  containing,
  PERSON_SEARCH,
  type Searchable,
  searchConditions,
  SIGNUP_STANDING,
  tokenize,
  TRIAL_SEARCH,
} from '../../lists/index.ts';

/** Queries for the people that match a text. The work of each is bounded, however many rows match. */

export interface PeopleTable {
  kind: 'signup' | 'application' | 'request';
  name: string;
  text: Searchable;
  state: string;
}

export const SIGNUPS: PeopleTable = {
  kind: 'signup',
  name: 'trial_signups',
  text: TRIAL_SEARCH,
  state: SIGNUP_STANDING,
};
export const PEOPLE: PeopleTable[] = [
  SIGNUPS,
  { kind: 'application', name: 'ambassador_applications', text: PERSON_SEARCH, state: 'state' },
  { kind: 'request', name: 'trial_requests', text: PERSON_SEARCH, state: 'state' },
];

export type PersonRecord = Extract<FoundRecord, { kind: PeopleTable['kind'] }>;

export interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  church_name: string;
  church_city: string;
  church_state: string;
  state: string;
  created_at: Date;
  /** Of a similar row: which field is similar, 'name', 'church' or 'city'. */
  field?: string;
}

const COLUMNS = raw(
  'id, first_name, last_name, email, phone, church_name, church_city, church_state, state, created_at',
);

const MAX_ROWS = 20;
const NEWEST_ROWS = 1000;
/** The most rows that an index finds before they are sorted. */
const CANDIDATES = 2000;
const SIMILAR_CANDIDATES = 500;

/**
 * At most 40 rows, some of them twice: complete fields, then parts of fields before the city. Each newest first, among the newest
 * rows and the first `CANDIDATES` that the index finds.
 */
export function matching(table: PeopleTable, typed: string, masked: boolean): Sql {
  const words = searchConditions(typed, table.text, masked);
  const inCity = tokenize(typed).map((spellings) =>
    joined(
      spellings.map((word) => sql`${CITY_SEARCH} LIKE lower(${containing(` ${word}`)})`),
      ' OR ',
    ),
  );
  const wordsOrCity = every(words.map((condition, index) => sql`(${condition} OR ${inCity[index] ?? raw('false')})`));
  const complete = newestOfMany(table.name, COLUMNS, anyCompleteField(typed, table));
  return rowsOf(table, sql`${complete} UNION ALL ${newestOfMany(table.name, COLUMNS, wordsOrCity, every(words))}`);
}

/** A row as a record of the search. `matched` says by what it was found. */
export function recordOf(kind: PeopleTable['kind'], row: PersonRow, matched: string): PersonRecord {
  const place = [row.church_city, row.church_state].filter(Boolean).join(', ');
  return {
    kind,
    id: Number(row.id),
    title: `${row.first_name} ${row.last_name}`.trim(),
    detail: [row.church_name, place].filter(Boolean).join(' · '),
    state: row.state,
    matched,
    at: row.created_at.toISOString(),
  } as PersonRecord;
}

/** At most 20 rows by a condition that few rows meet. */
export const meeting = (table: PeopleTable, condition: Sql): Sql =>
  rowsOf(table, sql`(SELECT ${COLUMNS} FROM ${raw(table.name)} WHERE ${condition} ${bestFirst()})`);

/** With more words than this, the longest ones are compared. */
const SIMILAR_WORDS = 3;

/**
 * At most ten rows with a field similar to each word of at least four letters, the most similar first. A text with a digit or an
 * email names one record, so nothing is similar to it.
 */
export function similar(table: PeopleTable, typed: string): Sql | undefined {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /\p{L}{4}/u.test(word));
  if (!words.length || /[\d@]/.test(typed)) return undefined;
  const candidates = sql`SELECT ${COLUMNS} FROM ${raw(table.name)} WHERE ${alike(words, table.text)} LIMIT ${SIMILAR_CANDIDATES}`;
  const likeness = (fields: string) => sql`word_similarity(${words.join(' ')}, ${raw(fields)})`;
  const scores = sql`${likeness(`first_name || ' ' || last_name`)} AS name, ${likeness('church_name')} AS church, ${likeness('church_city')} AS city`;
  const scored = sql`SELECT *, ${scores} FROM (${candidates}) AS candidates`;
  const field = raw(
    `CASE greatest(name, church, city) WHEN name THEN 'name' WHEN church THEN 'church' ELSE 'city' END`,
  );
  return rowsOf(
    table,
    sql`SELECT *, ${field} AS field FROM (${scored}) AS scored
         ORDER BY greatest(name, church, city) DESC, created_at DESC LIMIT ${MAX_ROWS / 2}`,
    raw(', field'),
  );
}

/**
 * Each word is like the text or the city. One scan of the index meets all conditions of an alternative; of a conjunction of
 * alternatives the planner looks up one word and compares all its rows with the others.
 */
function alike(words: string[], { text, open }: Searchable): Sql {
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, SIMILAR_WORDS);
  const alternatives = longest.reduce<Sql[][]>(
    (found, word) =>
      found.flatMap((met) => [
        [...met, sql`${word} <% ${text} AND ${word} <% ${open}`],
        [...met, sql`${word} <% ${CITY_SEARCH}`],
      ]),
    [[]],
  );
  return joined(alternatives.map(every), ' OR ');
}

const rowsOf = ({ name, state }: PeopleTable, found: Sql, more = raw('')): Sql =>
  sql`SELECT id, first_name, last_name, email, phone, church_name, church_city, church_state, ${raw(state)} AS state, created_at${more}
        FROM (${found}) AS ${raw(name)}`;

const bestFirst = (best?: Sql): Sql =>
  sql`ORDER BY ${best ? sql`(${best}) DESC, ` : raw('')}created_at DESC LIMIT ${MAX_ROWS}`;

/**
 * At most 20 rows of a table, the best or newest first. Frequent words are found among the newest rows, without the index of
 * words: a part of a UNION stops the part after it as soon as there are enough rows.
 */
export function newestOfMany(name: string, columns: Sql, condition: Sql, best?: Sql): Sql {
  const table = raw(name);
  const recent = sql`SELECT ${columns} FROM ${table} ORDER BY created_at DESC LIMIT ${NEWEST_ROWS}`;
  const older = sql`SELECT created_at FROM ${table} ORDER BY created_at DESC OFFSET ${NEWEST_ROWS - 1} LIMIT 1`;
  const candidates = sql`SELECT ${columns} FROM ${table} WHERE ${condition} LIMIT ${CANDIDATES}`;
  return sql`((SELECT * FROM (${recent}) AS recent WHERE ${condition} ${bestFirst(best)})
    UNION ALL (SELECT * FROM (${candidates}) AS candidates WHERE created_at < (${older}) ${bestFirst(best)}) LIMIT ${MAX_ROWS})`;
}

/** Whether the text is a whole email, phone or id. One that is found needs no search for parts, which takes longest for long texts. */
export const namesOne = (typed: string): boolean => /\S@\S/.test(typed) || (digitsOf(typed) ?? '').length >= 10;

/** The condition for rows in which a field is what was typed, as a whole. */
export const anyCompleteField = (typed: string, { name, text: { text } }: PeopleTable): Sql =>
  joined([...completeFields(typed, text), ...(name === SIGNUPS.name ? hadBefore(typed) : [])], ' OR ');

/** A sign-up had what was typed as its proven email or phone before. */
const hadBefore = (typed: string): Sql[] =>
  namesOne(typed)
    ? [
        sql`id IN (SELECT trial_id FROM trial_corrections WHERE lower(previous) = lower(${digitsOf(typed) ?? typed}) AND proven_at IS NOT NULL)`,
      ]
    : [];

/** Conditions for fields that are what was typed, as a whole. Names have no index of their own, but `text` has them between blanks. */
function completeFields(typed: string, text: Sql): Sql[] {
  const digits = digitsOf(typed);
  if (!digits) {
    const whole = sql`lower(${typed})`;
    if (typed.includes('@')) return [sql`lower(email) = ${whole}`];
    const isName = sql`lower(first_name || ' ' || last_name) = ${whole} OR lower(church_name) = ${whole}`;
    return [sql`${text} LIKE lower(${containing(` ${typed} `)}) AND (${isName})`];
  }
  return [...(digits.length <= 16 ? [sql`id = ${digits}::bigint`] : []), sql`phone = ${digits}`];
}

/** The digits of a text that is one number, such as a phone; undefined for any other text. */
export function digitsOf(typed: string): string | undefined {
  const [[number = ''] = [], ...others] = tokenize(typed);
  return others.length === 0 && /^\d+$/.test(number) ? number : undefined;
}
