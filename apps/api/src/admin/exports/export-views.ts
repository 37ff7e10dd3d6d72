import { createHash } from 'node:crypto';
import type { LastFile } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { every, sql } from '../lists/sql.ts';
import type { ActingStaff } from '../session/require-permission.ts';
import { countOf, type CsvFile } from './csv-file.ts';

/**
 * A view is a list with its filter and search, as one member of staff exports it. Its columns and order are how a file shows its rows and not which rows it has, so they are not part of it. Each
 * complete file of a view leaves its row ids in `filed_rows`, so the next one can leave them out. Ids, not a time or a
 * transaction number: a row counts as filed only if it stood in a file, whatever the clock said, however late it was
 * committed, and also if it joined the filter later.
 */
@Injectable()
export class ExportViews {
  constructor(private readonly dataSource: DataSource) {}

  /** The last complete file of this view, and how many rows of the view are in none of its files. */
  async lastFile(file: CsvFile, { id: accountId }: ActingStaff): Promise<LastFile> {
    const [view] = await this.dataSource.query<{ id: number; at: Date | null; running: boolean }[]>(
      `SELECT id, (SELECT max(at) FROM exports WHERE view_id = export_views.id AND outcome = 'complete') AS at,
              EXISTS (SELECT FROM exports WHERE view_id = export_views.id AND outcome = 'running') AS running
         FROM export_views WHERE account_id = $1 AND hash = $2`,
      [accountId, hashOf(file)],
    );
    if (!view?.at) return { at: null, rows: 0, running: view?.running ?? false };
    const [count] = await this.dataSource.transaction(async (tx) => {
      await tx.query(WITHOUT_NESTED_LOOPS);
      return tx.query<{ rows: number }[]>(countOf(unfiledOf(file, view.id)));
    });
    return { at: view.at.toISOString(), rows: count?.rows ?? 0, running: view.running };
  }
}

/** The id of the view of which `file` is a file. */
export async function viewOf(tx: EntityManager, file: CsvFile, accountId: number): Promise<number> {
  const [view] = await tx.query<[{ id: number }]>(
    `INSERT INTO export_views (account_id, hash) VALUES ($1, $2)
       ON CONFLICT (account_id, hash) DO UPDATE SET hash = excluded.hash RETURNING id`,
    [accountId, hashOf(file)],
  );
  return view.id;
}

/** The file with only those rows that were in no complete file of the view. */
export const unfiledOf = (file: CsvFile, viewId: number): CsvFile => {
  const { where, sort } = file.source;
  const filed = sql`SELECT FROM filed_rows WHERE view_id = ${viewId} AND row_id = ${sort.id}`;
  return { ...file, source: { ...file.source, where: every([where, sql`NOT EXISTS (${filed})`]) } };
};

/**
 * Before a statement with `unfiledOf`: the statistics of `filed_rows` lag behind a file that was just taken, and a nested loop
 * planned for an empty table would compare every row with every other.
 */
export const WITHOUT_NESTED_LOOPS = 'SET LOCAL enable_nestloop = off';

/** The statement that files the rows of `file`; to be run in the snapshot that wrote the file. */
export const filing = (file: CsvFile, viewId: number, exportId: number): string => {
  const { from, where, sort } = unfiledOf(file, viewId).source;
  return sql`INSERT INTO filed_rows (view_id, row_id, export_id) SELECT ${viewId}, ${sort.id}, ${exportId} FROM ${from} WHERE ${where}`
    .literal;
};

/**
 * Takes the lock of a view, held until the connection ends. A file of the unfiled rows excludes every other file of the
 * view, because both would have the same rows; whole files run beside each other.
 */
export const locking = (viewId: number, unfiled: boolean): string =>
  `SELECT pg_try_advisory_lock${unfiled ? '' : '_shared'}(hashtext('export view'), ${viewId}) AS locked`;

/** Typed texts, in which commas, blanks and capitals are the person's own. */
const TYPED = new Set(['q', 'source']);

/** The same for each way to write the same view. */
function hashOf({ list, filter }: CsvFile): string {
  const written = (name: string, value: string) =>
    TYPED.has(name) ? value.trim().toLowerCase().split(/\s+/).join(' ') : value.split(',').sort().join(',');
  const filters = Object.entries(filter)
    .filter(([name]) => name !== 'sort')
    .map(([name, value]) => [name, written(name, value)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, filters]))
    .digest('hex');
}
