import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../../platform/clock/instants.ts';
import { Every } from '../../../platform/jobs/decorators.ts';
import { type ActingStaff, Audit } from '../../auth/index.ts';
import type { CsvFile } from '../csv-file.ts';
import { Export } from './export.entity.ts';

/** The connection of an export has its id in the name, so pg_stat_activity shows which exports run. */
export const connectionName = (id: number): string => `lampstand-export-${id}`;

const SEARCH_KEPT_DAYS = 30;

/** A log of every exported file, from the request on. */
@Injectable()
export class ExportLog {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(Export) private readonly exports: Repository<Export>,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Logs the export, here and in the audit, before any byte is sent. */
  open(file: CsvFile, { id: accountId }: ActingStaff, changed: boolean): Promise<number> {
    const { list, cells, auditDetail } = file;
    return this.dataSource.transaction(async (tx) => {
      const filter = { ...file.filter, ...(changed && { changed: '1' }) };
      const columns = cells.map(({ header }) => header);
      const entry = { at: this.clock.now(), accountId, list, filter, columns, outcome: 'running' } as const;
      const { id } = await tx.save(tx.create(Export, entry));
      const detail = { list, ...auditDetail };
      await this.audit.write({ accountId, action: 'exported', subject: `export:${id}`, detail }, tx);
      return id;
    });
  }

  async close(id: number, outcome: Export['outcome']): Promise<void> {
    await this.exports.update({ id }, { outcome });
  }

  /** An export is orphaned when its process is gone. */
  @Every('exports')
  async failOrphans(): Promise<void> {
    await this.dataSource.query(
      `UPDATE exports SET outcome = 'failed' WHERE outcome = 'running' AND at < $1 AND NOT EXISTS (
         SELECT FROM pg_stat_activity WHERE application_name = 'lampstand-export-' || exports.id AND datname = current_database())`,
      [minutesAfter(this.clock.now(), -1)],
    );
  }

  /** Deletes search terms after 30 days. Without its search the export is no last file: it would be one of the whole list. */
  @Every('searches of exports')
  async forgetSearches(): Promise<void> {
    await this.dataSource.query(
      `UPDATE exports SET filter = filter - 'q', snapshot = NULL WHERE filter ? 'q' AND at < $1`,
      [daysAfter(this.clock.now(), -SEARCH_KEPT_DAYS)],
    );
  }
}

/** Shorter words occur in too many names to identify a person. */
const SHORTEST_WORD = 3;

/** Removes searches that could have been for this person from the log; `known` holds the person's names and email. */
export async function forgetSearches(tx: EntityManager, known: string[], phone: string): Promise<void> {
  await tx.query(
    `UPDATE exports SET filter = filter - 'q', snapshot = NULL
      WHERE regexp_replace(filter->>'q', '\\D', '', 'g') LIKE '%' || $2 || '%'
         OR EXISTS (SELECT FROM regexp_split_to_table(folded(filter->>'q'), '\\s+') AS typed, unnest($1::text[]) AS word
                       WHERE length(typed) >= ${SHORTEST_WORD} AND strpos(folded(word), typed) > 0)`,
    [known, phone],
  );
}
