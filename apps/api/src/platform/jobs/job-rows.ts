/** SQL on pg-boss's job table: fetching, completing, restarting and closing jobs. */
import type PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { queryPrepared } from '../database/queries.ts';
import { DEAD_LETTERS } from './queues.ts';

/** The JSON payload of a job. */
export interface JobData {
  subjectId: number | string;
  requestId: string;
  queue: string;
  /** How many requests this pending job stands for; 1 when missing. */
  asked?: number;
}

export interface FetchedJob {
  id: string;
  data: JobData;
}

export type JobKey = Pick<JobData, 'queue' | 'subjectId'>;

/**
 * Fetches up to `count` due jobs, the earliest first. pg-boss's own statement sorts all waiting jobs of the queue each time, and
 * joins them with those it takes.
 */
export async function fetchJobs(database: PgBoss.Db, queue: string, count: number): Promise<FetchedJob[]> {
  const { rows } = await database.executeSql(
    `UPDATE pgboss.job SET state = 'active', started_on = now(),
            retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
      WHERE name = $1 AND id = ANY(ARRAY(
        SELECT id FROM pgboss.job WHERE name = $1 AND state < 'active' AND start_after <= now()
         ORDER BY start_after LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING id, data`,
    [queue, count],
  );
  return rows as FetchedJob[];
}

/** Completes running jobs. By the index of ids; pg-boss's own statement reads all jobs of the queue. */
export async function completeJobs(database: PgBoss.Db, queue: string, ids: string[]): Promise<void> {
  await database.executeSql(
    `UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`,
    [queue, ids],
  );
}

/**
 * Restarts the pending job of each subject, and returns the jobs whose subject has none, one for each subject. A restarted job
 * is due now, with all retries, and has a new id, because mails sent under the old id would not be sent again. A running job
 * does not count, as it may have read older data. The rows stay locked until the commit, so that no worker fetches them earlier.
 */
export async function restartPending(tx: EntityManager, queue: string, jobs: JobData[]): Promise<JobData[]> {
  const bySubject = new Map<string, JobData & { asked: number }>();
  for (const job of jobs) {
    const subject = String(job.subjectId);
    bySubject.set(subject, { ...job, asked: (bySubject.get(subject)?.asked ?? 0) + (job.asked ?? 1) });
  }
  const subjects = [...bySubject.keys()];
  // Sorted, so that two transactions cannot deadlock.
  await queryPrepared(
    tx,
    `SELECT pg_advisory_xact_lock(key) FROM (
       SELECT hashtextextended($1 || ':' || subject, 0) AS key FROM unnest($2::text[]) AS subject ORDER BY key) AS keys`,
    [queue, subjects],
  );
  const restarted = await queryPrepared<{ subject: string }>(
    tx,
    `UPDATE pgboss.job SET id = gen_random_uuid(), state = 'created', start_after = now(), started_on = NULL, retry_count = 0, output = NULL,
            data = ($3::jsonb)->(data->>'subjectId')
                || jsonb_build_object('asked', coalesce((data->>'asked')::int, 1) + ($3->(data->>'subjectId')->>'asked')::int)
      WHERE name = $1 AND data->>'subjectId' = ANY($2::text[]) AND state IN ('created', 'retry')
      RETURNING data->>'subjectId' AS subject`,
    [queue, subjects, Object.fromEntries(bySubject)],
  );
  for (const { subject } of restarted) bySubject.delete(subject);
  return [...bySubject.values()];
}

/** Whether a job of the queue is pending or running for the subject. A pending one becomes due now. */
export async function expediteLive(tx: EntityManager, queue: string, subjectId: number): Promise<boolean> {
  const live = await queryPrepared(
    tx,
    `UPDATE pgboss.job SET start_after = least(start_after, now())
      WHERE name = $1 AND data->>'subjectId' = $2 AND state IN ('created', 'retry', 'active') RETURNING id`,
    [queue, String(subjectId)],
  );
  return live.length > 0;
}

/** Puts a running job back as if it had not been tried. Another server may fetch it; this one waits a moment. */
export async function releaseJob(database: PgBoss.Db, queue: string, id: string): Promise<void> {
  await database.executeSql(
    `UPDATE pgboss.job SET state = 'created', started_on = NULL, start_after = now() + interval '5 seconds'
      WHERE name = $1 AND id = $2 AND state = 'active'`,
    [queue, id],
  );
}

/** Whether another job of the same queue and subject is pending. */
export async function hasPending(database: PgBoss.Db, { queue, subjectId }: JobKey): Promise<boolean> {
  const { rows } = await database.executeSql(
    `SELECT id FROM pgboss.job WHERE name = $1 AND data->>'subjectId' = $2 AND state IN ('created', 'retry') LIMIT 1`,
    [queue, String(subjectId)],
  );
  return rows.length > 0;
}

/** Closes the dead letters of the same queues and subjects, after later jobs have succeeded. */
export async function closeDeadLetters(database: PgBoss.Db, jobs: JobKey[]): Promise<void> {
  await database.executeSql(
    `UPDATE pgboss.job SET state = 'completed', completed_on = now()
       FROM unnest($1::text[], $2::text[]) AS succeeded(queue, subject)
      WHERE name = '${DEAD_LETTERS}' AND state = 'created' AND data->>'queue' = queue AND data->>'subjectId' = subject`,
    [jobs.map(({ queue }) => queue), jobs.map(({ subjectId }) => String(subjectId))],
  );
}
