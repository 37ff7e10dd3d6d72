import type { QueueItem } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { DeadJobs } from './dead-jobs.ts';

interface Handled {
  id: number;
  snoozedUntil: Date | null;
  owner: string | null;
}

/** Dead jobs in the work queue: one item for each cause. */
@Injectable()
export class DeadCauses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deadJobs: DeadJobs,
    private readonly clock: Clock,
  ) {}

  /** The causes that need a person, or the snoozed ones; the oldest first. */
  async items(snoozed: boolean): Promise<QueueItem[]> {
    const causes = await this.deadJobs.causes();
    if (!causes.length) return [];
    const handled = await this.handled(causes.map(({ id }) => id));
    const now = this.clock.now();
    return causes.flatMap(({ id, queue, error, jobs, since }) => {
      const { snoozedUntil = null, owner = null } = handled.get(id) ?? {};
      const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
      if (isSnoozed !== snoozed) return [];
      const subject = {
        id,
        name: '',
        churchName: '',
        since: since.toISOString(),
        cause: { queue, error, jobs },
        owner,
      };
      return [{ ...subject, ...(isSnoozed && { snoozedUntil: snoozedUntil.toISOString() }) }];
    });
  }

  private async handled(ids: number[]): Promise<Map<number, Handled>> {
    const rows = await this.dataSource.query<Handled[]>(
      `SELECT subject_id::float8 AS id, snoozed_until AS "snoozedUntil",
              (SELECT email FROM staff_accounts WHERE id = owner_id) AS owner
         FROM queue_items WHERE kind = 'deadJobs' AND subject_id = ANY($1::bigint[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}
