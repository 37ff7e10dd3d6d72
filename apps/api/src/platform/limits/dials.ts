import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { queryPrepared } from '../database/queries.ts';
import { UNPROVEN_SHARE } from './limits.ts';

const UNPROVEN_CODES = 'unproven codes';

/** Numbers that staff set while the service runs; all replicas read them from the database. */
@Injectable()
export class Dials {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** How many codes a day go to unverified visitors: the number that staff have set, or a share of CODES_PER_DAY. */
  async unprovenCodes(): Promise<number> {
    const sql = 'SELECT value FROM dials WHERE name = $1';
    const [set] = await queryPrepared<{ value: number }>(this.dataSource.manager, sql, [UNPROVEN_CODES]);
    return Math.min(set?.value ?? Infinity, Math.ceil(this.settings.CODES_PER_DAY * (set ? 1 : UNPROVEN_SHARE)));
  }

  async setUnprovenCodes(tx: EntityManager, value: number): Promise<void> {
    await tx.query(
      `INSERT INTO dials (name, value, set_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value, set_at = excluded.set_at`,
      [UNPROVEN_CODES, value, this.clock.now()],
    );
  }
}
