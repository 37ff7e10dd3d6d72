import type { LastFile } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { every } from '../../../platform/database/sql.ts';
import { countOf, type CsvFile } from '../csv-file.ts';

/** The last complete file of a view: when it began, and the snapshot it was read from. */
interface Last {
  at: Date;
  snapshot: string;
}

/**
 * A view is a list with its filter and search, as one member of staff exports it. Its columns and order are how a file shows
 * its rows and not which rows it has, so they are not part of it. A complete file leaves its snapshot in `exports`, and the
 * next one can have only what that snapshot did not show: transactions are compared and no times, so a late commit is not
 * missed. Numbers of transactions mean something in one cluster only, so a file from before a restore is no last file.
 */
@Injectable()
export class LastFiles {
  constructor(private readonly dataSource: DataSource) {}

  /** The last complete file of this view, and how many rows are new or changed since. */
  async describe(file: CsvFile, accountId: number): Promise<LastFile> {
    const { last, running } = await this.find(file, accountId);
    if (!last) return { at: null, rows: 0, running };
    const [count] = await this.dataSource.query<{ rows: number }[]>(countOf(changedSince(file, last)));
    return { at: last.at.toISOString(), rows: count?.rows ?? 0, running };
  }

  /** The file with only the rows that are new or changed since the last complete file of this view; with all if there is none. */
  async changedOf(file: CsvFile, accountId: number): Promise<CsvFile> {
    const { last } = await this.find(file, accountId);
    return last ? changedSince(file, last) : file;
  }

  private async find({ list, filter }: CsvFile, accountId: number): Promise<{ last?: Last; running: boolean }> {
    const files = await this.dataSource.query<(Last & { outcome: string })[]>(
      `SELECT DISTINCT ON (outcome) outcome, at, snapshot FROM exports
        WHERE account_id = $1 AND list = $2 AND ${VIEW_OF('filter')} = ${VIEW_OF('$3::jsonb')}
          AND (outcome = 'running' OR snapshot IS NOT NULL AND cluster = (SELECT system_identifier FROM pg_control_system()))
        ORDER BY outcome, id DESC`,
      [accountId, list, JSON.stringify(filter)],
    );
    return {
      last: files.find(({ outcome }) => outcome === 'complete'),
      running: files.some(({ outcome }) => outcome === 'running'),
    };
  }
}

/** Searches do not tell capitals from small letters. */
const VIEW_OF = (filter: string): string => `lower((${filter} - '{sort,changed}'::text[])::text)`;

const changedSince = (file: CsvFile, { snapshot }: Last): CsvFile => {
  const { where } = file.source;
  return { ...file, source: { ...file.source, where: every([where, file.changedSince(snapshot)]) } };
};
