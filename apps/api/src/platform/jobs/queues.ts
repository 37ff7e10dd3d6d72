import { MAIL_KIND_NAMES, MAIL_KINDS, type MailKindName } from '@lampstand/contracts';
import {
  type AmbassadorEffect,
  CHARTS,
  effectsOf,
  type SubscriptionEffect,
  type TrialEffect,
} from '@lampstand/workflows';
import { type Db, PgBoss, type Queue } from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { queryRows } from '../database/queries.ts';

/** Where jobs go that used up their attempts. */
export const DEAD_LETTERS = 'deadLetters';

/** The jobs of `@Every`. */
export const SWEEPS = 'sweeps';

/** Work after a response that is neither the effect of a chart nor a mail. */
const OTHERS = [
  'recordCard',
  'replaceArchivedPrice',
  'erasePerson',
  'eraseSignUp',
  'pausePayments',
  'syncDefaultCard',
  'syncDispute',
  'syncSubscription',
  'updateCustomer',
] as const;

export type QueueName =
  | AmbassadorEffect
  | SubscriptionEffect
  | TrialEffect
  | (typeof MAIL_KINDS)[MailKindName]['queue']
  | (typeof OTHERS)[number];

/** All queues of `@OnJob`. */
export const QUEUES: readonly QueueName[] = [
  ...new Set([
    ...(CHARTS.flatMap(effectsOf) as (AmbassadorEffect | SubscriptionEffect | TrialEffect)[]),
    ...MAIL_KIND_NAMES.map((kind) => MAIL_KINDS[kind].queue),
    ...OTHERS,
  ]),
];

/**
 * What `Jobs.enqueue` does while a job of the same subject waits: it adds one more, because the work is counted or mailed once per
 * job. In all other queues it restarts the job that waits.
 */
export const ADDS_EACH: ReadonlySet<QueueName> = new Set<QueueName>([
  'answerSubscription',
  'recordCard',
  'sendCardNeeded',
  'sendNewsletterWelcome',
  'sendPaymentLink',
  'sendPlanLink',
  'sendResumeLink',
  'sendWelcomeAgain',
]);

type Rules = Omit<Queue, 'name'>;

const DAY = 86_400;
const KEPT: Rules = { retentionSeconds: 400 * DAY };

/**
 * Of one subject, one job runs at a time. Twelve retries over about three and a half hours. A job whose process died is retried
 * half a minute later.
 */
const RULES = {
  policy: 'singleton',
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 120,
  heartbeatSeconds: 20,
  ...KEPT,
  deleteAfterSeconds: 7 * DAY,
  deadLetter: DEAD_LETTERS,
  notify: true,
} satisfies Rules;

/** Of one sweep, one job waits and one runs. */
const SWEEP_RULES = {
  policy: 'stately',
  retryLimit: 0,
  expireInSeconds: 600,
  heartbeatSeconds: 20,
  retentionSeconds: 60,
  notify: true,
} satisfies Rules;

/** Creates or updates pg-boss's tables and the queues, as the owner of the database at `connectionString`. */
export async function createQueues(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false, registerInstance: false });
  await boss.start();
  try {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    const queues = {
      [DEAD_LETTERS]: KEPT,
      [SWEEPS]: SWEEP_RULES,
      ...Object.fromEntries(QUEUES.map((name) => [name, RULES])),
    };
    for (const [name, { policy, ...rules }] of Object.entries<Rules>(queues)) {
      if (existing.has(name)) await boss.updateQueue(name, rules);
      else await boss.createQueue(name, { ...rules, ...(policy && { policy }) });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Lets pg-boss run its statements in the transaction of `tx`. */
export const dbOf = (tx: EntityManager): Db => ({
  executeSql: async (text, values) => ({ rows: await queryRows(tx, text, values) }),
});
