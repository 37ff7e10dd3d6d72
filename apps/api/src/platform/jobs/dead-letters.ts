import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRows } from '../database/queries.ts';
import { describeError } from './job-errors.ts';
import { Jobs } from './jobs.ts';
import { closeDeadLetters } from './job-rows.ts';
import { DEAD_LETTERS, pgBossDb } from './queues.ts';

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

interface LetterKey {
  queue: string;
  subjectId: string;
}

interface FailingJobs {
  queue: string;
  error: string;
  people: number;
  since: Date;
}

interface RetriedJobs {
  batch: string;
  queue: string;
  jobs: number;
  unfinished: number;
  failed: number;
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

  /** The newest first, at most `limit`. */
  async list(limit: number): Promise<DeadLetter[]> {
    const letters = await this.dataSource.query<Letter[]>(
      `SELECT * FROM (
         SELECT DISTINCT ON (data->>'queue', data->>'subjectId') id, data->>'queue' AS queue, data->>'subjectId' AS "subjectId",
                created_on AS "failedAt", (sum(retry_limit + 1) OVER same)::int AS attempts, (count(*) OVER same)::int AS count,
                coalesce(output->>'message', output->'value'->>'message') AS message
           FROM pgboss.job WHERE name = $1 AND state = 'created'
         WINDOW same AS (PARTITION BY data->>'queue', data->>'subjectId')
          ORDER BY data->>'queue', data->>'subjectId', created_on DESC, id) letters
        ORDER BY "failedAt" DESC, id LIMIT $2`,
      [DEAD_LETTERS, limit],
    );
    return letters.map(({ message, ...letter }) => ({ ...letter, error: describeError(message) }));
  }

  /**
   * Enqueues the job again and closes its dead letters, in the transaction of `tx`. `batch` names the jobs that are retried
   * together. Undefined when `id` is not listed.
   */
  async retry(tx: EntityManager, id: string, batch: string): Promise<LetterKey | undefined> {
    const letter = await this.close(tx, id, { batch });
    if (letter) await this.jobs.enqueue(tx, letter.queue, letter.subjectId);
    return letter;
  }

  /** Closes the dead letters of the job. Undefined when `id` is not listed. */
  dismiss(tx: EntityManager, id: string): Promise<LetterKey | undefined> {
    return this.close(tx, id, {});
  }

  private async close(tx: EntityManager, id: string, mark: { batch?: string }): Promise<LetterKey | undefined> {
    const [letter] = await queryRows<LetterKey>(
      tx,
      `UPDATE pgboss.job SET state = 'completed', completed_on = now(), data = data || $3::jsonb
        WHERE name = $1 AND id = $2 AND state = 'created'
       RETURNING data->>'queue' AS queue, data->>'subjectId' AS "subjectId"`,
      [DEAD_LETTERS, id, mark],
    );
    if (letter) await closeDeadLetters(pgBossDb(tx), [letter]);
    return letter;
  }

  /** Jobs that failed at least twice and will be retried, by queue and error, most subjects first. */
  async failing(): Promise<FailingJobs[]> {
    const groups = await this.dataSource.query<(Omit<FailingJobs, 'error'> & { message: string | null })[]>(
      `SELECT name AS queue, coalesce(output->>'message', output->'value'->>'message') AS message,
              count(DISTINCT data->>'subjectId')::int AS people, min(created_on) AS since
         FROM pgboss.job WHERE state = 'retry' AND retry_count >= 2 GROUP BY 1, 2 ORDER BY people DESC, 1 LIMIT 20`,
    );
    return groups.map(({ message, ...group }) => ({ ...group, error: describeError(message) }));
  }

  /** Retried jobs by batch and queue, the newest batch first: those that are not done, and those of the last ten minutes. */
  retried(): Promise<RetriedJobs[]> {
    return this.dataSource.query(
      `WITH retried AS (
         SELECT data->>'batch' AS batch, data->>'queue' AS queue, data->>'subjectId' AS subject, completed_on AS at FROM pgboss.job
          WHERE name = $1 AND state = 'completed' AND data ? 'batch'),
       live AS (
         SELECT DISTINCT name, data->>'subjectId' AS subject FROM pgboss.job
          WHERE name IN (SELECT queue FROM retried) AND state IN ('created', 'retry', 'active')),
       dead AS (
         SELECT DISTINCT data->>'queue' AS name, data->>'subjectId' AS subject FROM pgboss.job WHERE name = $1 AND state = 'created')
       SELECT batch, queue, count(*)::int AS jobs, count(live.name)::int AS unfinished,
              (count(*) FILTER (WHERE live.name IS NULL AND dead.name IS NOT NULL))::int AS failed
         FROM retried LEFT JOIN live ON live.name = queue AND live.subject = retried.subject
         LEFT JOIN dead ON dead.name = queue AND dead.subject = retried.subject
        GROUP BY batch, queue HAVING count(live.name) > 0 OR max(at) > now() - interval '10 minutes'
        ORDER BY max(at) DESC LIMIT 20`,
      [DEAD_LETTERS],
    );
  }
}
