import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRows } from '../database/queries.ts';
import { Jobs } from './jobs.ts';
import { closeDeadLetters, DEAD_LETTERS } from './queues.ts';

/** All failed jobs of one queue and subject since the last success. */
interface DeadLetter {
  id: string;
  queue: string;
  subjectId: string;
  /** The latest failure. */
  failedAt: Date;
  attempts: number;
  /** Jobs that exhausted their retries. */
  count: number;
  /** Class, code and status of the latest error, never its message. */
  error: string;
}

type Letter = Omit<DeadLetter, 'error'> & { message: string | null };

/** Jobs that exhausted their retries, grouped by queue and subject, for the back office. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  async count(): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(DISTINCT (data->>'queue', data->>'subjectId'))::int AS count FROM pgboss.job WHERE name = $1 AND state = 'created'`,
      [DEAD_LETTERS],
    );
    return row?.count ?? 0;
  }

  /** The newest first, at most 200. */
  async list(): Promise<DeadLetter[]> {
    const letters = await this.dataSource.query<Letter[]>(
      `SELECT * FROM (
         SELECT DISTINCT ON (data->>'queue', data->>'subjectId') id, data->>'queue' AS queue, data->>'subjectId' AS "subjectId",
                created_on AS "failedAt", (sum(retry_limit + 1) OVER same)::int AS attempts, (count(*) OVER same)::int AS count,
                coalesce(output->>'message', output->'value'->>'message') AS message
           FROM pgboss.job WHERE name = $1 AND state = 'created'
         WINDOW same AS (PARTITION BY data->>'queue', data->>'subjectId')
          ORDER BY data->>'queue', data->>'subjectId', created_on DESC, id) letters
        ORDER BY "failedAt" DESC, id LIMIT 200`,
      [DEAD_LETTERS],
    );
    return letters.map(({ message, ...letter }) => ({ ...letter, error: describeError(message) }));
  }

  /** Enqueues the job again and closes its dead letters, in the transaction of `tx`. Undefined when `id` is not listed. */
  async retry(tx: EntityManager, id: string): Promise<{ queue: string; subjectId: string } | undefined> {
    const [letter] = await queryRows<{ queue: string; subjectId: string }>(
      tx,
      `UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = $1 AND id = $2 AND state = 'created'
       RETURNING data->>'queue' AS queue, data->>'subjectId' AS "subjectId"`,
      [DEAD_LETTERS, id],
    );
    if (!letter) return undefined;
    await closeDeadLetters((sql, values) => tx.query(sql, values), letter);
    await this.jobs.enqueue(tx, letter.queue, letter.subjectId);
    return letter;
  }
}

/** Errors of our workers are JSON; pg-boss's own are text. */
function describeError(message: string | null): string {
  try {
    const { kind, code, status, command } = JSON.parse(message ?? '') as Record<string, string | number | null>;
    return [kind, code, status, command].filter((part) => part !== undefined && part !== null).join(' ');
  } catch {
    return message ?? '';
  }
}
