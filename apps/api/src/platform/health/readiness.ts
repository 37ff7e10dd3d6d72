import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isMigrated } from '../database/migrate.ts';
import { readOnlyProblem } from '../database/unusable-database.ts';

/** Whether this process accepts new requests, as /readyz reports. */
@Injectable()
export class Readiness {
  /** False from the first signal to stop on. */
  serving = true;

  constructor(private readonly dataSource: DataSource) {}

  /** Never rejects: without a database nothing is so. */
  async state(): Promise<{ ready: boolean; migrated: boolean; writable: boolean }> {
    const [migrated, writable] = await Promise.all([
      isMigrated(this.dataSource).catch(() => false),
      readOnlyProblem(this.dataSource, 'DATABASE_URL').then(
        (problem) => !problem,
        () => false,
      ),
    ]);
    return { ready: migrated && writable && this.serving, migrated, writable };
  }
}
