import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Sweeper } from '../../platform/jobs/sweeper.ts';
import { Audit } from '../session/audit.ts';
import type { ActingStaff } from '../session/needs.ts';
import type { CsvFile } from './csv-file.ts';
import { Export } from './domain/export.entity.ts';

/** The connection of an export bears its number, so that whoever looks at the database sees what runs there. */
export const connectionName = (id: number): string => `lampstand-export-${id}`;

const SEARCH_KEPT_DAYS = 30;

/** Every file that leaves, from the moment it is asked for; no way out passes it by. */
@Injectable()
export class Ledger implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly sweeper: Sweeper,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('exports', () => this.sweep());
  }

  /** Writes down who takes what, here and in the audit, before a byte has left. */
  open({ list, filter, cells, told }: CsvFile, { id: accountId, address }: ActingStaff): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const columns = cells.map(({ header }) => header);
      const entry = { at: this.clock.now(), accountId, list, filter, columns, outcome: 'running' } as const;
      const { id } = await tx.save(tx.create(Export, entry));
      const detail = { list, ...told };
      await this.audit.write({ accountId, address, action: 'exported', subject: `export:${id}`, detail }, tx);
      return id;
    });
  }

  async close(id: number, result: Pick<Export, 'outcome'> & Partial<Export>): Promise<void> {
    await this.dataSource.getRepository(Export).update({ id }, result);
  }

  /** Ends in the books what ended without a word, and forgets whom somebody looked for a month ago. */
  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.dataSource.query(
      `UPDATE exports SET outcome = 'failed' WHERE outcome = 'running' AND at < $1 AND NOT EXISTS (
         SELECT FROM pg_stat_activity WHERE application_name = 'lampstand-export-' || exports.id AND datname = current_database())`,
      [minutesAfter(now, -1)],
    );
    await this.dataSource.query(`UPDATE exports SET filter = filter - 'q' WHERE filter ? 'q' AND at < $1`, [
      daysAfter(now, -SEARCH_KEPT_DAYS),
    ]);
  }
}
