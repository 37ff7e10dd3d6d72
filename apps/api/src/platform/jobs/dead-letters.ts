import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { rowsOf } from '../database/transaction.ts';
import { currentRequest } from '../request-context.ts';
import { DEAD_LETTERS, Jobs } from './jobs.ts';

/** A job that was tried as often as its queue permits. */
export interface DeadLetter {
  id: string;
  queue: string;
  subjectId: string;
  failedAt: Date;
  attempts: number;
  /** Kind, code and status of what went wrong last, never a message. */
  error: string;
}

/** Jobs that nobody tries any more: to be read, and to be given another round once their cause is mended. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  async count(): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM pgboss.job WHERE name = $1 AND state = 'created'`,
      [DEAD_LETTERS],
    );
    return row?.count ?? 0;
  }

  /** The newest first, at most 200. */
  list(): Promise<DeadLetter[]> {
    return this.dataSource.query(
      `SELECT id, data->>'queue' AS queue, data->>'subjectId' AS "subjectId", created_on AS "failedAt",
              retry_limit + 1 AS attempts,
              concat_ws(' ', cause->>'kind', cause->>'code', cause->>'status', cause->>'command', output->'value'->>'message') AS error
         FROM pgboss.job, LATERAL (SELECT CASE WHEN output->>'message' IS JSON OBJECT THEN (output->>'message')::jsonb END AS cause) c
        WHERE name = $1 AND state = 'created' ORDER BY created_on DESC, id LIMIT 200`,
      [DEAD_LETTERS],
    );
  }

  /**
   * Puts the job into its own queue again and takes it off the list, both in the transaction of `tx`. Undefined when it
   * is not on the list (any more). Nudge its queue after the commit.
   */
  async retry(tx: EntityManager, id: string): Promise<{ queue: string; subjectId: string } | undefined> {
    const [letter] = await rowsOf<{ queue: string; subjectId: string }>(
      tx,
      `UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = $1 AND id = $2 AND state = 'created'
       RETURNING data->>'queue' AS queue, data->>'subjectId' AS "subjectId"`,
      [DEAD_LETTERS, id],
    );
    if (letter) await this.jobs.enqueue(tx, letter.queue, letter.subjectId, currentRequest().requestId);
    return letter;
  }
}
