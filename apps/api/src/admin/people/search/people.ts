import type { FoundRecord } from '@lampstand/contracts/back-office';
import { every, joined, raw, type Sql, sql } from '../../../platform/database/sql.ts';
import {
  CITY_SEARCH,
  containing,
  PERSON_SEARCH,
  searchConditions,
  SIGNUP_STANDING,
  tokenize,
} from '../../lists/index.ts';

/** Queries for the people that match a text. The work of each is bounded, however many rows match. */

export interface PeopleTable {
  kind: 'signup' | 'application' | 'request';
  name: string;
  state: string;
}

export const SIGNUPS: PeopleTable = {
  kind: 'signup',
  name: 'trial_signups',
  state: SIGNUP_STANDING,
};
export const PEOPLE: PeopleTable[] = [
  SIGNUPS,
  { kind: 'application', name: 'ambassador_applications', state: 'state' },
  { kind: 'request', name: 'trial_requests', state: 'state' },
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
  /** The typed text and the fields that it can match, folded. */
  folded: Record<'typed' | 'name' | 'church' | 'email' | 'city', string>;
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
  const words = searchConditions(typed, PERSON_SEARCH, masked);
  const inCity = tokenize(typed).map((spellings) =>
    joined(
      spellings.map((word) => sql`${CITY_SEARCH} LIKE folded(${containing(` ${word}`)})`),
      ' OR ',
    ),
  );
  const wordsOrCity = every(words.map((condition, index) => sql`(${condition} OR ${inCity[index] ?? raw('false')})`));
  const complete = newestOfMany(table.name, COLUMNS, anyCompleteField(typed, table));
  return rowsOf(
    table,
    typed,
    sql`${complete} UNION ALL ${newestOfMany(table.name, COLUMNS, wordsOrCity, every(words))}`,
  );
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
export const meeting = (table: PeopleTable, condition: Sql, typed = ''): Sql =>
  rowsOf(table, typed, sql`(SELECT ${COLUMNS} FROM ${raw(table.name)} WHERE ${condition} ${bestFirst()})`);

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
  const candidates = sql`SELECT ${COLUMNS} FROM ${raw(table.name)} WHERE ${alike(words)} LIMIT ${SIMILAR_CANDIDATES}`;
  const likeness = (field: Sql) => sql`word_similarity(folded(${words.join(' ')}), folded(${field}))`;
  const scores = sql`${likeness(NAME)} AS name, ${likeness(raw('church_name'))} AS church, ${likeness(raw('church_city'))} AS city`;
  const scored = sql`SELECT *, ${scores} FROM (${candidates}) AS candidates`;
  const field = raw(
    `CASE greatest(name, church, city) WHEN name THEN 'name' WHEN church THEN 'church' ELSE 'city' END`,
  );
  return rowsOf(
    table,
    typed,
    sql`SELECT *, ${field} AS field FROM (${scored}) AS scored
         ORDER BY greatest(name, church, city) DESC, created_at DESC LIMIT ${MAX_ROWS / 2}`,
    raw(', field'),
  );
}

/**
 * Each word is like the text or the city. One scan of the index meets all conditions of an alternative; of a conjunction of
 * alternatives the planner looks up one word and compares all its rows with the others.
 */
function alike(words: string[]): Sql {
  const { text, open } = PERSON_SEARCH;
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, SIMILAR_WORDS);
  const alternatives = longest.reduce<Sql[][]>(
    (found, word) =>
      found.flatMap((met) => [
        [...met, sql`folded(${word}) <% ${text} AND folded(${word}) <% ${open}`],
        [...met, sql`folded(${word}) <% ${CITY_SEARCH}`],
      ]),
    [[]],
  );
  return joined(alternatives.map(every), ' OR ');
}

const NAME = raw(`first_name || ' ' || last_name`);

const rowsOf = ({ name, state }: PeopleTable, typed: string, found: Sql, more = raw('')): Sql =>
  sql`SELECT id, first_name, last_name, email, phone, church_name, church_city, church_state, ${raw(state)} AS state, created_at${more},
             jsonb_build_object('typed', folded(${typed}), 'name', folded(${NAME}), 'church', folded(church_name),
               'email', folded(email), 'city', folded(church_city)) AS folded
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
export const anyCompleteField = (typed: string, { name }: PeopleTable): Sql =>
  joined([...completeFields(typed), ...(name === SIGNUPS.name ? hadBefore(typed) : [])], ' OR ');

/** A sign-up had what was typed as its proven email or phone before. */
const hadBefore = (typed: string): Sql[] =>
  namesOne(typed)
    ? [
        sql`id IN (SELECT trial_id FROM trial_corrections WHERE lower(previous) = lower(${digitsOf(typed) ?? typed}) AND proven_at IS NOT NULL)`,
      ]
    : [];

/** Conditions for fields that are what was typed, as a whole. The text of the search has each name between blanks. */
function completeFields(typed: string): Sql[] {
  const digits = digitsOf(typed);
  if (!digits) {
    if (typed.includes('@')) return [sql`lower(email) = lower(${typed})`];
    const isName = sql`folded(${NAME}) = folded(${typed}) OR folded(church_name) = folded(${typed})`;
    return [sql`${PERSON_SEARCH.text} LIKE folded(${containing(` ${typed} `)}) AND (${isName})`];
  }
  return [...(digits.length <= 16 ? [sql`id = ${digits}::bigint`] : []), sql`phone = ${digits}`];
}

/** The digits of a text that is one number, such as a phone; undefined for any other text. */
export function digitsOf(typed: string): string | undefined {
  const [[number = ''] = [], ...others] = tokenize(typed);
  return others.length === 0 && /^\d+$/.test(number) ? number : undefined;
}
