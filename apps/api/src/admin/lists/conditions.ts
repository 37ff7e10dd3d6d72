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

/** Rows whose text has every word. `text` is in lower case and each of its words stands after a blank. */
export const searched = (q: string | undefined, text: Sql): Sql[] =>
  searchTerms(q ?? '').map((spellings) => {
    const met = spellings.map((word) => sql`${text} LIKE lower(${patternOf(word)})`);
    return sql`(${joined(met, ' OR ')})`;
  });

/** Anywhere in the text; a word too short for the index, which knows three characters, at the start of one of its words. */
const patternOf = (word: string): string =>
  `${[...word].length < 3 ? '% ' : '%'}${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** A column of plain text made searchable like the sign-ups, where there are too few rows to need an index. */
export const searchTextOf = (...columns: Sql[]): Sql => sql`lower(concat_ws(' ', '', ${joined(columns, ', ')}))`;
