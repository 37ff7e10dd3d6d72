import { visibleLength } from '@lampstand/contracts';
import { joined, type Sql, sql } from '../../platform/database/sql.ts';

interface Days {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Conditions for civil days, both included. The database computes them in `zone`, as it knows about daylight saving time. */
export function onDays({ startDate, endDate }: Days, instant: Sql, zone: string): Sql[] {
  const midnight = (day: Sql) => sql`(${day})::timestamp AT TIME ZONE ${zone}`;
  return [
    ...(startDate ? [sql`${instant} >= ${midnight(sql`${startDate}::date`)}`] : []),
    ...(endDate ? [sql`${instant} < ${midnight(sql`${endDate}::date + 1`)}`] : []),
  ];
}

/** What a search matches. The texts are folded, with a blank before each word. */
export interface Searchable {
  /** Everything; the indexed expression where there is an index. */
  text: Sql;
  /** The same without email and phone. */
  open: Sql;
  email: Sql;
  phone?: Sql;
}

/** Conditions for rows that match every word. `masked` is for a role that must not guess an email or a phone part by part. */
export const searchConditions = (q: string | undefined, { text, ...parts }: Searchable, masked: boolean): Sql[] =>
  tokenize(q ?? '').map((spellings) => {
    const matches = spellings.map((word) => {
      return masked ? matchesForMasked(word, { text, ...parts }) : contains(text, word);
    });
    return sql`(${joined(matches, ' OR ')})`;
  });

/** A part of a name, a church or an id; a complete email; a complete phone, or its last four digits, which every mask shows. */
function matchesForMasked(word: string, { text, open, email, phone }: Searchable): Sql {
  // The text has an index, the others have none.
  const matches = [sql`${contains(text, word)} AND ${contains(open, word)}`];
  if (word.includes('@')) matches.push(sql`lower(${email}) = lower(${word})`);
  if (phone && /^\d{10}$/.test(word)) matches.push(sql`${phone} = ${word}`);
  if (phone && /^\d{4}$/.test(word)) matches.push(sql`${contains(text, word)} AND right(${phone}, 4) = ${word}`);
  return joined(matches, ' OR ');
}

/** The index reads a list of rows for each trigram, so of a long word it gets the beginning. `|| ''` is no indexed expression. */
const INDEXED_LENGTH = 16;

function contains(text: Sql, word: string): Sql {
  const whole = sql`LIKE folded(${patternOf(word)})`;
  const beginning = [...word].slice(0, INDEXED_LENGTH).join('');
  if (beginning === word) return sql`${text} ${whole}`;
  return sql`(${text} LIKE folded(${patternOf(beginning)}) AND ${text} || '' ${whole})`;
}

/** Anywhere in the text. The trigram index needs three letters or digits: shorter input matches only the start of a word. */
const patternOf = (word: string): string => (visibleLength(word) < 3 ? `% ${startingWith(word)}` : containing(word));

const startingWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
/** The pattern for LIKE of a text anywhere. */
export const containing = (text: string): string => `%${startingWith(text)}`;

/** The text of columns that are never null; an index can have it as an expression. */
export const searchTextOf = (...columns: Sql[]): Sql => sql`folded(' ' || ${joined(columns, " || ' ' || ")})`;

/** The typed text on one line, without invisible characters. */
export const legible = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const SHORTEST_NUMBER = 3;
const PHONE_DIGITS = 10;

/**
 * The words of a search, each with its alternative spellings. Consecutive words without a letter are one number, such as
 * (512) 555-0142 or +1 512.555.0142. A phone matches by its digits, as it is stored; another number also as typed.
 */
export function tokenize(typed: string): string[][] {
  const words = legible(typed).split(' ').filter(Boolean);
  const terms: string[][] = [];
  for (let index = 0; index < words.length; index += 1) {
    const run = words.slice(index, endOfNumber(words, index));
    const digits = digitsOf(run.join(''));
    if (digits.length < SHORTEST_NUMBER) terms.push([words[index] ?? '']);
    else {
      const asTyped = run.join(' ');
      terms.push(digits === asTyped || digits.length === PHONE_DIGITS ? [digits] : [digits, asTyped]);
      index += run.length - 1;
    }
  }
  return terms;
}

function endOfNumber(words: string[], from: number): number {
  const end = words.slice(from).findIndex((word) => /\p{L}/u.test(word));
  return end < 0 ? words.length : from + end;
}

/** Stored phones have no country code. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
