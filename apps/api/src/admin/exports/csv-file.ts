import type { ExportRow } from '@lampstand/contracts/back-office';
import { escapeIdentifier } from 'pg';
import { type List, orderOf } from '../lists/list.ts';
import { joined, raw, sql } from '../lists/sql.ts';
import type { Cell } from './cells.ts';

/** A list as a file: the same rows in the same order as on the screen, in columns of its own. */
export interface CsvFile {
  list: ExportRow['list'];
  name: string;
  /** As the ledger keeps it. */
  filter: Record<string, string>;
  source: List;
  cells: Cell[];
  /** The last touch, for what the database cannot know: whole lines, each with its line feed. */
  finish?: (lines: string) => string;
  /** Besides the list, for the audit. */
  told?: Record<string, boolean>;
}

/**
 * The statement whose output is the file, but for the byte order mark. Every cell is quoted, so that a spreadsheet that
 * separates by semicolons does not find a formula inside of one.
 */
export function copyOf({ source, cells }: CsvFile): string {
  const columns = cells.map(({ header, value }) => sql`${value} AS ${raw(escapeIdentifier(header))}`);
  const query = sql`SELECT ${joined(columns, ', ')} FROM ${source.from} WHERE ${source.where} ${orderOf(source.sort)}`;
  return `COPY (${query.literal}) TO STDOUT (FORMAT csv, HEADER, FORCE_QUOTE *, ENCODING 'UTF8')`;
}

/** How many rows it will have, without the header. */
export const countOf = ({ source }: CsvFile): string =>
  sql`SELECT count(*)::int AS rows FROM ${source.from} WHERE ${source.where}`.literal;

/** What was asked for, without what was left out. */
export const filterOf = (filter: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]));
