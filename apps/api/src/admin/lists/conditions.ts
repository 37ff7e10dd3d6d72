import { searchTerms } from './domain/search-terms.ts';
import { joined, type Sql, sql } from './sql.ts';

/** What lists are filtered by, as conditions. */

interface Days {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Civil days, both included, counted in `zone` by the database: its calendar knows when clocks change. */
export function onDays({ startDate, endDate }: Days, instant: Sql, zone: string): Sql[] {
  const midnight = (day: Sql) => sql`(${day})::timestamp AT TIME ZONE ${zone}`;
  return [
    ...(startDate ? [sql`${instant} >= ${midnight(sql`${startDate}::date`)}`] : []),
    ...(endDate ? [sql`${instant} < ${midnight(sql`${endDate}::date + 1`)}`] : []),
  ];
}

/** What a search meets. Texts are in lower case, and each of their words stands after a blank. */
export interface Searchable {
  /** Everything, as the index has it where there is one. */
  text: Sql;
  /** The same without e-mail and phone. */
  open: Sql;
  email: Sql;
  phone?: Sql;
}

/** Rows that have every word. `masked` is for a role that must not find out an e-mail or a phone part by part. */
export const searched = (q: string | undefined, { text, ...parts }: Searchable, masked: boolean): Sql[] =>
  searchTerms(q ?? '').map((spellings) => {
    const met = spellings.map((word) => {
      const like = sql`LIKE lower(${patternOf(word)})`;
      return masked ? sql`${text} ${like} AND (${knownWhole(word, like, parts)})` : sql`${text} ${like}`;
    });
    return sql`(${joined(met, ' OR ')})`;
  });

/** A part of a name, a church or an id; a whole e-mail; a whole phone, or its last four digits, which every mask shows. */
function knownWhole(word: string, like: Sql, { open, email, phone }: Omit<Searchable, 'text'>): Sql {
  const whole = [sql`lower(${email}) = lower(${word})`];
  if (phone) whole.push(sql`${phone} = ${word}`, sql`right(${phone}, 4) = ${word}`);
  return joined([sql`${open} ${like}`, ...whole], ' OR ');
}

/** Anywhere in the text; a word too short for the index, which knows three characters, at the start of one of its words. */
const patternOf = (word: string): string =>
  `${[...word].length < 3 ? '% ' : '%'}${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** A column of plain text made searchable like the sign-ups, where there are too few rows to need an index. */
export const searchTextOf = (...columns: Sql[]): Sql => sql`lower(concat_ws(' ', '', ${joined(columns, ', ')}))`;
