/** The jobs of a stack, by the functions of pg-boss. */
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { DEAD_LETTERS, QUEUES } from '../../apps/api/src/platform/jobs/queues.ts';
import type { Stack } from '../support/index.ts';

interface Data {
  subjectId: string;
  requestId: string;
  queue: string;
}

export type StoredJob = JobWithMetadata<Data>;

const MOST = 100_000;
const NO_TIMERS = { migrate: false, schedule: false, supervise: false, registerInstance: false } as const;

/** A client of the stack's jobs without workers, for one call. */
export async function withJobs<T>({ query }: Pick<Stack, 'query'>, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const executeSql = async (text: string, values?: unknown[]) => ({ rows: await query(text, values) });
  const boss = await new PgBoss({ ...NO_TIMERS, db: { executeSql } }).start();
  try {
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The jobs of one queue, or of all but the dead letters, the oldest first. */
export const jobsOf = (
  stack: Pick<Stack, 'query'>,
  { queue, key }: { queue?: string; key?: string | number } = {},
): Promise<StoredJob[]> =>
  withJobs(stack, async (boss) => {
    const options = { limit: MOST, ...(key !== undefined && { key: String(key) }) };
    const found = await Promise.all((queue ? [queue] : QUEUES).map((name) => boss.findJobs<Data>(name, options)));
    return found.flat();
  });

export const deadLettersOf = async (stack: Pick<Stack, 'query'>, key?: string | number): Promise<StoredJob[]> =>
  (await jobsOf(stack, { queue: DEAD_LETTERS, ...(key !== undefined && { key }) })).filter(
    ({ state }) => state === 'created',
  );

const UNDONE: ReadonlySet<string> = new Set(['created', 'retry', 'active']);

/** Those that wait or run. */
export const undoneJobsOf = async (...args: Parameters<typeof jobsOf>): Promise<StoredJob[]> =>
  (await jobsOf(...args)).filter(({ state }) => UNDONE.has(state));

/** Those of the first queue that has any, where `last` is asked first. pg-boss reads its queues one by one. */
export const someUndoneJobsOf = (stack: Pick<Stack, 'query'>, last: string[] = []): Promise<StoredJob[]> =>
  withJobs(stack, async (boss) => {
    for (const queue of new Set([...last, ...QUEUES])) {
      const jobs = await boss.findJobs<Data>(queue, { limit: MOST });
      const undone = jobs.filter(({ state }) => UNDONE.has(state));
      if (undone.length) return undone;
    }
    return [];
  });

/** Those that have failed and wait for their next attempt. */
export const retriesOf = async (...args: Parameters<typeof jobsOf>): Promise<StoredJob[]> =>
  (await jobsOf(...args)).filter(({ state }) => state === 'retry');

/** Changes the jobs that wait for a retry, and returns their number. */
function changeRetries(
  stack: Pick<Stack, 'query'>,
  which: NonNullable<Parameters<typeof jobsOf>[1]>,
  change: (job: StoredJob) => { retryLimit?: number; startAfter?: number },
): Promise<number> {
  return withJobs(stack, async (boss) => {
    let changed = 0;
    for (const job of await retriesOf(stack, which))
      changed += (await boss.update(job.name, undefined, { id: job.id, ...change(job) })).updated;
    return changed;
  });
}

/** Makes the jobs that wait for a retry due now: all, or those of a queue and a subject. */
export const retryNow = (stack: Pick<Stack, 'query'>, queue?: string, key?: string | number) =>
  changeRetries(stack, whichOf(queue, key), () => ({ startAfter: 0 }));

/** The next attempt of the jobs that wait for a retry is now, and their last. */
export const lastAttemptNow = (stack: Pick<Stack, 'query'>, queue?: string, key?: string | number) =>
  changeRetries(stack, whichOf(queue, key), ({ retryCount }) => ({ retryLimit: retryCount, startAfter: 0 }));

/** The jobs that wait for a retry wait an hour longer. */
export const retryLater = (stack: Pick<Stack, 'query'>, queue?: string, key?: string | number) =>
  changeRetries(stack, whichOf(queue, key), () => ({ startAfter: 3600 }));

const whichOf = (queue?: string, key?: string | number) => ({
  ...(queue && { queue }),
  ...(key !== undefined && { key }),
});

/** Queues a job as the product does. */
export const queueJob = (
  stack: Pick<Stack, 'query'>,
  queue: string,
  key: string | number,
  options: { startAfter?: number; retryLimit?: number } = {},
): Promise<string> =>
  withJobs(stack, async (boss) => {
    const data = { subjectId: String(key), requestId: 'test', queue };
    return (await boss.send(queue, data, { singletonKey: String(key), ...options }))!;
  });

/** Above that of any other job, so that only this one is fetched. */
const priority = 1_000_000;

/** A job that runs, but in no server. Returns its id. */
async function aRunningJob(boss: PgBoss, queue: string, key: string | number, options: { retryLimit?: number } = {}) {
  const data = { subjectId: String(key), requestId: 'test', queue };
  const id = await boss.send(queue, data, { singletonKey: String(key), startAfter: 3600, priority, ...options });
  await boss.fetch(queue, { ignoreStartAfter: true, minPriority: priority });
  return id!;
}

/** A job that has just run without effect, as one does whose mail is sent already. */
export const aCompletedJob = (stack: Pick<Stack, 'query'>, queue: string, key: string | number): Promise<void> =>
  withJobs(stack, async (boss) => void (await boss.complete(queue, await aRunningJob(boss, queue, key))));

/** Deletes the jobs of a queue, or of all, in every state. */
export const deleteJobs = (stack: Pick<Stack, 'query'>, queue?: string) =>
  withJobs(stack, (boss) => boss.deleteAllJobs(queue));

/** A job that has used up its attempts with an error. Returns the id of its letter. */
export const aDeadLetter = (
  stack: Pick<Stack, 'query'>,
  queue: string,
  key: string | number,
  error: object = { kind: 'TypeError' },
): Promise<string> =>
  withJobs(stack, async (boss) => {
    await boss.fail(queue, await aRunningJob(boss, queue, key, { retryLimit: 0 }), error);
    return (await deadLettersOf(stack, key)).at(-1)!.id;
  });

/** Hands back all running jobs, as when the heartbeats of a killed server have ended. */
export const endHeartbeats = (stack: Pick<Stack, 'query'>) =>
  withJobs(stack, async (boss) => {
    for (const { name, id, retryCount, state } of await undoneJobsOf(stack))
      if (state === 'active') await boss.fail(name, { id, retryCount }, { message: 'job heartbeat timeout' });
  });

/** Delivers each completed job a second time, with the same id. */
export const deliverAgain = (stack: Pick<Stack, 'query'>) =>
  withJobs(stack, async (boss) => {
    for (const { name, id, data, singletonKey, state } of await jobsOf(stack)) {
      if (state !== 'completed') continue;
      await boss.deleteJob(name, id);
      await boss.insert(name, [{ id, data, singletonKey: singletonKey! }]);
    }
  });
