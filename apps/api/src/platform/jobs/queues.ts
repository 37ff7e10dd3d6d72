import { CHARTS, effectsOf } from '@lampstand/workflows';
import PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { queryRows } from '../database/queries.ts';

export const DEAD_LETTERS = 'deadLetters';

/** Every queue: the effects of the charts, and what else is done after an answer. */
export const QUEUES: readonly string[] = [
  ...CHARTS.flatMap(effectsOf),
  'answerSubscription',
  'cardNews',
  'erasePerson',
  'eraseSignUp',
  'newCard',
  'sendInvoice',
  'sendNewsletterWelcome',
  'sendPaymentFailed',
  'sendPlanLink',
  'sendReceipt',
  'sendTrialNotice',
  'sendTrialRequestReceived',
  'sendTrialRequestToStaff',
  'sendUpgradeRequest',
  'subscriptionNews',
];

/** Twelve more tries over about three and a half hours; a job whose worker died is another's when the lease is over. */
export const RETRY_RULES = {
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 120,
  deadLetter: DEAD_LETTERS,
};

/** Makes the schema of the queue and a table for each queue, by the connection of `tx`; what is there already takes the rules. */
export async function createQueues(tx: EntityManager): Promise<void> {
  const boss = new PgBoss({ db: pgBossDb(tx), supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(DEAD_LETTERS);
  for (const name of QUEUES) {
    await boss.createQueue(name, { name, ...RETRY_RULES });
    await boss.updateQueue(name, { name, ...RETRY_RULES });
  }
}

/** The queue's statements in somebody else's transaction. */
export const pgBossDb = (tx: EntityManager) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { records } = await tx.queryRunner!.query(text, values, true);
    return { rows: records };
  },
});

/** What a job carries in the database. */
export interface JobData {
  subjectId: number | string;
  requestId: string;
  queue: string;
  /** How often it was asked for while it waited; once where this is missing. */
  asked?: number;
}

type Ask<R> = (sql: string, values: unknown[]) => Promise<R>;
type Of = Pick<JobData, 'queue' | 'subjectId'>;

/**
 * The job of the same queue and subject that waits, begun anew: due at once, with all its tries, under a new id, so that
 * what an earlier try has sent under the old id does not hide the new facts. False when none waits. One that runs does not
 * count: it may have read what was true before. The row stays locked until the commit, so no worker takes it sooner.
 */
export async function restartPending(tx: EntityManager, { queue, subjectId, requestId }: JobData): Promise<boolean> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${queue}:${subjectId}`]);
  const renewed = await queryRows(
    tx,
    `UPDATE pgboss.job SET id = gen_random_uuid(), state = 'created', start_after = now(), started_on = NULL, retry_count = 0, output = NULL,
            data = $3::jsonb || jsonb_build_object('asked', coalesce((data->>'asked')::int, 1) + 1)
      WHERE name = $1 AND id = (SELECT id FROM pgboss.job WHERE name = $1 AND data->>'subjectId' = $2
                                   AND state IN ('created', 'retry') ORDER BY created_on LIMIT 1 FOR UPDATE)
      RETURNING id`,
    [queue, String(subjectId), { subjectId, requestId, queue }],
  );
  return renewed.length > 0;
}

/** Whether a job of the queue waits or runs for the subject. One that waits between two tries is due now. */
export async function expediteLive(tx: EntityManager, queue: string, subjectId: number): Promise<boolean> {
  const live = await queryRows(
    tx,
    `UPDATE pgboss.job SET start_after = least(start_after, now())
      WHERE name = $1 AND data->>'subjectId' = $2 AND state IN ('created', 'retry', 'active') RETURNING id`,
    [queue, String(subjectId)],
  );
  return live.length > 0;
}

/** Whether another job of the same queue and subject waits: it does what a failing one was to do. */
export async function hasPending(ask: Ask<{ rows: unknown[] }>, { queue, subjectId }: Of): Promise<boolean> {
  const { rows } = await ask(
    `SELECT id FROM pgboss.job WHERE name = $1 AND data->>'subjectId' = $2 AND state IN ('created', 'retry') LIMIT 1`,
    [queue, String(subjectId)],
  );
  return rows.length > 0;
}

/** What failed for good has been done now: its dead letters are closed. */
export async function closeDeadLetters(ask: Ask<unknown>, { queue, subjectId }: Of): Promise<void> {
  await ask(
    `UPDATE pgboss.job SET state = 'completed', completed_on = now()
      WHERE name = '${DEAD_LETTERS}' AND state = 'created' AND data->>'queue' = $1 AND data->>'subjectId' = $2`,
    [queue, String(subjectId)],
  );
}
