import { raw, type Sql, sql } from '../lists/sql.ts';

/** How a value stands in a cell of a file. */

/** A column of a file: its header, and the value below it. */
export interface Cell {
  header: string;
  value: Sql;
}

/** Spreadsheets read the full-width ones of Chinese and Japanese keyboards alike. */
const FORMULA = '=+-@\t\r＝＋－＠';
const FORMULA_CODES = [...FORMULA].map((character) => character.charCodeAt(0)).join(', ');

/** What people typed. A spreadsheet takes a cell beginning like a formula for one; an apostrophe makes it text again. */
export const typed = (column: string): Sql =>
  raw(`CASE WHEN ascii(${column}) IN (${FORMULA_CODES}) THEN '''' || ${column} ELSE nullif(${column}, '') END`);

/** One of our own words, which begins with a letter or a digit. */
export const word = (column: string): Sql => raw(`nullif(${column}, '')`);

/** (512) 555-0142: with a plus it would be a formula, as bare digits a number. Nobody's phone is an empty cell. */
export const phone = raw(
  `CASE WHEN phone <> '0000000000' THEN '(' || left(phone, 3) || ') ' || substr(phone, 4, 3) || '-' || right(phone, 4) END`,
);

/** Sixteen digits would lose the last one as a number; with the mark they are text, and the search box takes it along. */
export const id = raw(`'#' || id`);

/** The organisation's own clock, named in the header. */
export const timed = (header: string, column: string, zone: string): Cell => ({
  header: `${header} (${zone})`,
  value: sql`to_char(${raw(column)} AT TIME ZONE ${zone}, 'YYYY-MM-DD HH24:MI')`,
});

/** The label of a stored choice; what is no choice any more stays as it is. */
export const label = (column: string, choices: readonly { value: string; label: string }[]): Sql => {
  const cases = choices.map(({ value, label: text }) => sql`WHEN ${value} THEN ${text}`);
  return sql`CASE ${raw(column)} ${cases.reduce((all, each) => sql`${all} ${each}`)} ELSE ${typed(column)} END`;
};

export const cell = (header: string, value: Sql): Cell => ({ header, value });
