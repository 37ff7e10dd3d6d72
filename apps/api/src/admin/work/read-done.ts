import type { DoneItem } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Today } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { instant, numeric, raw, sql } from '../../platform/database/sql.ts';

const MOST = 50;
/** The name of the person of `item`; null or empty after an erasure. */
const NAMES = ['trial_signups', 'trial_requests', 'ambassador_applications']
  .map((table) => `(SELECT btrim(first_name || ' ' || last_name) FROM ${table} WHERE id = item.subject_id)`)
  .join(', ');

/** Items of the queue that were closed by hand today, without erased people. */
@Injectable()
export class ReadDone {
  constructor(
    private readonly dataSource: DataSource,
    private readonly today: Today,
    private readonly settings: Settings,
  ) {}

  /** The newest first. */
  execute(): Promise<DoneItem[]> {
    const { parameterized } = sql`SELECT kind, ${numeric('subject_id')} AS id, ${instant('done_at')} AS at, name FROM (
        SELECT item.*, coalesce(${raw(NAMES)}) AS name FROM queue_items AS item
         WHERE done_at >= ${this.today.day}::date::timestamp AT TIME ZONE ${this.settings.ORG_TIME_ZONE}) AS done
      WHERE name <> '' ORDER BY done_at DESC LIMIT ${MOST}`;
    return this.dataSource.query(...parameterized);
  }
}
