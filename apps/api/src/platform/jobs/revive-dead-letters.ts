import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { log } from '../logging.ts';
import { Jobs } from './jobs.ts';
import { isOutage } from './job-errors.ts';
import { DEAD_LETTERS } from './queues.ts';
import { Sweeper } from './sweeper.ts';

/** Jobs of one queue that run again at the same time. */
const AT_ONCE = 5;

interface Letter {
  queue: string;
  subjectId: string;
  message: string | null;
  /** It has been dead for a minute. */
  settled: boolean;
  /** It died as often as it may, with all its attempts each time. */
  givenUp: boolean;
  /** A job of its queue and subject waits or runs. */
  running: boolean;
  /** A job of its queue has succeeded since the last one of it died. */
  healed: boolean;
  /** The last job of its queue died more than five minutes ago. */
  quiet: boolean;
}

/**
 * Runs dead jobs again whose cause was an outage. Once a job of their queue has succeeded, a few at a time; before that, one
 * job of each queue makes one attempt every five minutes, which finds out. A dead letter closes when its job succeeds.
 */
@Injectable()
export class ReviveDeadLetters implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly sweeper: Sweeper,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('dead letters', () => this.execute());
  }

  /** Of several servers one does it. */
  private execute(): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const [row] = await tx.query<[{ mine: boolean }]>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('dead letters', 0)) AS mine`,
      );
      if (!row.mine) return;
      const letters = (await tx.query<Letter[]>(LETTERS, [DEAD_LETTERS])).filter(({ message }) => isOutage(message));
      for (const queue of new Set(letters.map((letter) => letter.queue)))
        await this.revive(
          tx,
          queue,
          letters.filter((letter) => letter.queue === queue),
        );
    });
  }

  private async revive(tx: EntityManager, queue: string, letters: Letter[]): Promise<void> {
    const waiting = letters.filter(({ running, settled }) => !running && settled);
    const room = AT_ONCE - letters.filter(({ running }) => running).length;
    const [{ healed, quiet }] = letters as [Letter];
    const next = healed ? waiting.filter(({ givenUp }) => !givenUp).slice(0, Math.max(0, room)) : [];
    const probe = !healed && quiet && room === AT_ONCE ? waiting.slice(0, 1) : [];
    for (const { subjectId } of next) await this.jobs.enqueue(tx, queue, subjectId);
    for (const { subjectId } of probe) await this.jobs.enqueueOneAttempt(tx, queue, subjectId);
    if (next.length) log.info({ queue, jobs: next.length }, 'dead jobs of an outage run again');
  }
}

/** One row for each queue and subject; the least tried and then the oldest first. */
const LETTERS = `
WITH letters AS (
  SELECT data->>'queue' AS queue, data->>'subjectId' AS subject_id, count(*) AS times, min(created_on) AS since, max(created_on) AS died_at,
         count(*) FILTER (WHERE retry_limit > 0) > 3 AS given_up,
         (array_agg(coalesce(output->>'message', output->'value'->>'message') ORDER BY created_on DESC))[1] AS message
    FROM pgboss.job WHERE name = $1 AND state = 'created' GROUP BY 1, 2),
running AS (
  SELECT DISTINCT name, data->>'subjectId' AS subject_id FROM pgboss.job
   WHERE name IN (SELECT queue FROM letters) AND state IN ('created', 'retry', 'active')),
done AS (
  SELECT name, max(completed_on) AS at FROM pgboss.job
   WHERE name IN (SELECT queue FROM letters) AND state = 'completed' GROUP BY name)
SELECT letters.queue, letters.subject_id AS "subjectId", message, given_up AS "givenUp", died_at < now() - interval '1 minute' AS settled,
       running.name IS NOT NULL AS running, coalesce(done.at > max(died_at) OVER same, false) AS healed,
       max(died_at) OVER same < now() - interval '5 minutes' AS quiet
  FROM letters LEFT JOIN running ON running.name = letters.queue AND running.subject_id = letters.subject_id
  LEFT JOIN done ON done.name = letters.queue
WINDOW same AS (PARTITION BY letters.queue)
 ORDER BY times, since, letters.subject_id LIMIT 2000`;
