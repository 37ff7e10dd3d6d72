import { MAIL_KIND_NAMES, MAIL_KINDS } from '@lampstand/contracts';
import { CHARTS, effectsOf } from '@lampstand/workflows';
import pg from 'pg';
import PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { prepared, queryPrepared } from '../database/queries.ts';
import { causeOf, log } from '../logging.ts';

export const DEAD_LETTERS = 'deadLetters';

/** All queues: the effects of the charts, mails, and other work after a response. A queue that is missing here has no table. */
export const QUEUES: readonly string[] = [
  ...new Set([
    ...CHARTS.flatMap(effectsOf),
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

/** Creates pg-boss's schema, our index and all queues in `tx`; existing queues get the current retry rules. */
export async function createQueues(tx: EntityManager): Promise<void> {
  const boss = new PgBoss({ db: pgBossDb(tx), supervise: false, schedule: false });
  await boss.start();
  await tx.query(`CREATE INDEX IF NOT EXISTS job_subject ON pgboss.job ((data->>'subjectId')) WHERE state <= 'active'`);
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

/**
 * The connections of pg-boss. Its statements are prepared, because planning one over all queue tables takes longer than running
 * it. They commit asynchronously: jobs that were fetched or completed just before a crash of PostgreSQL may run again.
 */
export class PgBossPool implements PgBoss.Db {
  private readonly pool: pg.Pool;

  constructor(connectionString: string, options: pg.PoolConfig) {
    // PgBouncer refuses it as a startup parameter.
    const onConnect = (client: pg.ClientBase) => client.query('SET synchronous_commit = off');
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it, which its types do not say
    this.pool = new pg.Pool({ connectionString, application_name: 'lampstand-jobs', ...options, onConnect });
    this.pool.on('error', (error) => log.error(causeOf(error), 'job queue'));
  }

  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return values ? this.pool.query(prepared(text, values)) : this.pool.query(text);
  }

  end(): Promise<void> {
    // The pool has ended before its sockets have closed: what breaks them then is no failure of the queue.
    this.pool.removeAllListeners('error').on('error', () => {});
    return this.pool.end();
  }
}
