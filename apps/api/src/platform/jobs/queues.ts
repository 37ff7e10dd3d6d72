import { MAIL_KIND_NAMES, MAIL_KINDS } from '@lampstand/contracts';
import { CHARTS, effectsOf, renamedEffectsOf } from '@lampstand/workflows';
import { releasedVersionsOf } from '@lampstand/workflows/history';
import pg from 'pg';
import PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { prepared, queryPrepared } from '../database/queries.ts';
import { causeOf, log } from '../logging.ts';

export const DEAD_LETTERS = 'deadLetters';

/** All queues: the effects of the charts, the effects that those replaced, mails, and other work after a response. A queue that is missing here has no table. */
export const QUEUES: readonly string[] = [
  ...new Set([
    ...CHARTS.flatMap((chart) => [...effectsOf(chart), ...renamedEffectsOf(releasedVersionsOf(chart.id)).keys()]),
    ...MAIL_KIND_NAMES.map((kind) => MAIL_KINDS[kind].queue),
    'cardNews',
    'erasePerson',
    'eraseSignUp',
    'newCard',
    'subscriptionNews',
    'updateCustomer',
  ]),
];

/** Twelve retries over about three and a half hours. A job whose worker died is retried after `expireInSeconds`. */
export const RETRY_RULES = {
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 120,
  deadLetter: DEAD_LETTERS,
};

/** Creates pg-boss's schema and all queues in `tx`; existing queues get the current retry rules. */
export async function createQueues(tx: EntityManager): Promise<void> {
  const boss = new PgBoss({ db: pgBossDb(tx), supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(DEAD_LETTERS);
  for (const name of QUEUES) {
    await boss.createQueue(name, { name, ...RETRY_RULES });
    await boss.updateQueue(name, { name, ...RETRY_RULES });
  }
}

/** Lets pg-boss run its statements in the transaction of `tx`. */
export const pgBossDb = (tx: EntityManager): PgBoss.Db => ({
  executeSql: async (text, values?: unknown[]) => ({
    // Without values it may be several statements, which cannot be prepared.
    rows: values ? await queryPrepared(tx, text, values) : (await tx.queryRunner!.query(text, [], true)).records,
  }),
});

/** The connections of pg-boss. Its statements are prepared, because planning one over all queue tables takes longer than running it. */
export class PgBossPool implements PgBoss.Db {
  private readonly pool: pg.Pool;

  constructor(connectionString: string, options: pg.PoolConfig) {
    this.pool = new pg.Pool({ connectionString, application_name: 'lampstand-jobs', ...options });
    this.pool.on('error', (error) => log.error(causeOf(error), 'job queue'));
  }

  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return values ? this.pool.query(prepared(text, values)) : this.pool.query(text);
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

/** The JSON payload of a job. */
export interface JobData {
  subjectId: number | string;
  requestId: string;
  /** Of what queued it; jobs of an older version have none. */
  traceparent?: string;
  queue: string;
  /** How many requests this pending job stands for; 1 when missing. */
  asked?: number;
}

type Query<R> = (sql: string, values: unknown[]) => Promise<R>;
type JobKey = Pick<JobData, 'queue' | 'subjectId'>;

/**
 * Restarts the pending job of the same queue and subject: due now, with all retries, and with a new id, because mails sent
 * under the old id would not be sent again. False when none is pending; a running job does not count, as it may have read
 * older data. The row stays locked until the commit, so that no worker fetches it earlier.
 */
export async function restartPending(tx: EntityManager, data: JobData): Promise<boolean> {
  const { queue, subjectId } = data;
  await queryPrepared(tx, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${queue}:${subjectId}`]);
  const restarted = await queryPrepared(
    tx,
    `UPDATE pgboss.job SET id = gen_random_uuid(), state = 'created', start_after = now(), started_on = NULL, retry_count = 0, output = NULL,
            data = $3::jsonb || jsonb_build_object('asked', coalesce((data->>'asked')::int, 1) + 1)
      WHERE name = $1 AND id = (SELECT id FROM pgboss.job WHERE name = $1 AND data->>'subjectId' = $2
                                   AND state IN ('created', 'retry') ORDER BY created_on LIMIT 1 FOR UPDATE)
      RETURNING id`,
    [queue, String(subjectId), data],
  );
  return restarted.length > 0;
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
export async function releaseJob(query: Query<unknown>, queue: string, id: string): Promise<void> {
  await query(
    `UPDATE pgboss.job SET state = 'created', started_on = NULL, start_after = now() + interval '5 seconds'
      WHERE name = $1 AND id = $2 AND state = 'active'`,
    [queue, id],
  );
}

/** Whether another job of the same queue and subject is pending. */
export async function hasPending(query: Query<{ rows: unknown[] }>, { queue, subjectId }: JobKey): Promise<boolean> {
  const { rows } = await query(
    `SELECT id FROM pgboss.job WHERE name = $1 AND data->>'subjectId' = $2 AND state IN ('created', 'retry') LIMIT 1`,
    [queue, String(subjectId)],
  );
  return rows.length > 0;
}

/** Closes the dead letters of a queue and subject, after a later job has succeeded. */
export async function closeDeadLetters(query: Query<unknown>, { queue, subjectId }: JobKey): Promise<void> {
  await query(
    `UPDATE pgboss.job SET state = 'completed', completed_on = now()
      WHERE name = '${DEAD_LETTERS}' AND state = 'created' AND data->>'queue' = $1 AND data->>'subjectId' = $2`,
    [queue, String(subjectId)],
  );
}
