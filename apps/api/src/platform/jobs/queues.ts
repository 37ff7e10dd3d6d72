import { CHARTS, effectsOf } from '@lampstand/workflows';
import PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { DEAD_LETTERS } from './live-jobs.ts';

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
export const RULES = {
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 120,
  deadLetter: DEAD_LETTERS,
};

/** Makes the schema of the queue and a table for each queue, by the connection of `tx`; what is there already takes the rules. */
export async function makeQueues(tx: EntityManager): Promise<void> {
  const boss = new PgBoss({ db: within(tx), supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(DEAD_LETTERS);
  for (const name of QUEUES) {
    await boss.createQueue(name, { name, ...RULES });
    await boss.updateQueue(name, { name, ...RULES });
  }
}

/** The queue's statements in somebody else's transaction. */
export const within = (tx: EntityManager) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { records } = await tx.queryRunner!.query(text, values, true);
    return { rows: records };
  },
});
