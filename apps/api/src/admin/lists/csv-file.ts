import { Transform } from 'node:stream';
import type { ExportRow } from '@lampstand/contracts/back-office';
import { escapeIdentifier } from 'pg';
import { joined, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { type List, orderOf } from './list.ts';

/** A list as a file: the rows and the order of the screen, in columns of its own. */
export interface CsvFile {
  list: ExportRow['list'];
  name: string;
  /** As the export log keeps it. */
  filter: Record<string, string>;
  source: List;
  cells: Cell[];
  /** The condition on rows that were saved, or whose state changed, after a snapshot of PostgreSQL. */
  changedSince: (snapshot: string) => Sql;
  /** Post-processes complete lines, each with its line feed, for what the database cannot compute. */
  mapLines?: (lines: string) => string;
  /** Added to the audit entry. */
  auditDetail?: Record<string, boolean>;
}

/** A column of a file. */
export interface Cell {
  header: string;
  value: Sql;
}

/**
 * The COPY statement whose output is the file, without the byte order mark. Every cell is quoted: a spreadsheet that splits
 * at semicolons would otherwise find a formula inside a cell.
 */
export function copyOf({ source, cells }: CsvFile): string {
  const columns = cells.map(({ header, value }) => sql`${value} AS ${raw(escapeIdentifier(header))}`);
  const query = sql`SELECT ${joined(columns, ', ')} FROM ${source.from} WHERE ${source.where} ${orderOf(source.sort)}`;
  return `COPY (${query.literal}) TO STDOUT (FORMAT csv, HEADER, FORCE_QUOTE *, ENCODING 'UTF8')`;
}

/** Counts the rows of the file, without the header. */
export const countOf = ({ source: { from, where } }: CsvFile): string =>
  sql`SELECT count(*)::int AS rows FROM ${from} WHERE ${where}`.literal;

/** Typed texts, in which commas are the person's own. */
const TYPED = new Set(['q', 'source']);

/** The filter without its empty values, the same for each way to write it but for capitals. */
export const filterOf = (filter: Record<string, string | undefined>): Record<string, string> => {
  const written = (name: string, value: string) =>
    TYPED.has(name) ? value.trim().split(/\s+/).join(' ') : value.split(',').sort().join(',');
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, written(name, value)]] : [])),
  );
};

export const cell = (header: string, value: Sql): Cell => ({ header, value });

/** Includes the full-width characters of Chinese and Japanese keyboards, which spreadsheets read alike. */
const FORMULA = '=+-@\t\r＝＋－＠';
const FORMULA_CODES = [...FORMULA].map((character) => character.charCodeAt(0)).join(', ');

/** User input. A cell that a spreadsheet would run as a formula gets an apostrophe, which makes it text. */
export const userText = (column: string): Sql =>
  raw(`CASE WHEN ascii(${column}) IN (${FORMULA_CODES}) THEN '''' || ${column} ELSE nullif(${column}, '') END`);

/** (512) 555-0142: with a plus it would be a formula, as bare digits a number. Empty for an erased person. */
export const phone = raw(
  `CASE WHEN phone <> '0000000000' THEN '(' || left(phone, 3) || ') ' || substr(phone, 4, 3) || '-' || right(phone, 4) END`,
);

/** A spreadsheet would round sixteen digits; the mark makes them text, and the search box accepts it. */
export const id = raw(`'#' || id`);

/**
 * An instant in the organization's time zone, which the header names, in the form that spreadsheets read as a date. With an
 * offset it would be text, so both hours that the end of daylight saving time repeats are written alike; rows keep their
 * order. `SendExport` sets the zone of its connection.
 */
export const timed = (header: string, column: string, zone: string): Cell => ({
  header: `${header} (${zone})`,
  value: raw(`to_char(${column}, 'YYYY-MM-DD HH24:MI')`),
});

/** The label of a stored choice; a value that is no longer a choice stays as it is. */
export const label = (column: string, choices: readonly { value: string; label: string }[]): Sql => {
  const cases = choices.map(({ value, label: text }) => sql`WHEN ${value} THEN ${text}`);
  return sql`CASE ${raw(column)} ${cases.reduce((all, each) => sql`${all} ${each}`)} ELSE ${userText(column)} END`;
};

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const LINE_FEED = 0x0a;

/** Passes a file through, with the byte order mark in front if `bom`. Calls `onChunk` for each chunk. */
export function bodyOfFile(bom: boolean, onChunk: () => void): Transform {
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onChunk();
      done(null, chunk);
    },
  });
  if (bom) body.push(BYTE_ORDER_MARK);
  return body;
}

/** A stream that applies `map` to complete lines, wherever the chunks are cut. */
export function lineMapper(map: (lines: string) => string): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = Buffer.concat([rest, chunk]);
      const end = text.lastIndexOf(LINE_FEED) + 1;
      rest = text.subarray(end);
      done(null, map(text.subarray(0, end).toString()));
    },
    flush: (done) => done(null, map(rest.toString())),
  });
}
