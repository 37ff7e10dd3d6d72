/** What the product relies on in its queue: transactions, one job for each subject, retries, dead letters, other servers, and its end. @slow */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PgBoss } from 'pg-boss';
import type { DataSource } from 'typeorm';
import type { Clock } from '../../apps/api/src/platform/clock/clock.ts';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { DeadLetters } from '../../apps/api/src/platform/jobs/dead-letters.ts';
import { createBoss, type Job, Jobs } from '../../apps/api/src/platform/jobs/jobs.ts';
import type { QueueName } from '../../apps/api/src/platform/jobs/queues.ts';
import { ReviveDeadLetters } from '../../apps/api/src/platform/jobs/revive-dead-letters.ts';
import { log } from '../../apps/api/src/platform/logging.ts';
import { UnknownState } from '../../apps/api/src/workflow/index.ts';
import { deadLettersOf, deleteJobs, jobsOf, lastAttemptNow, retryNow, undoneJobsOf } from '../builders/jobs.ts';
import { eventually, sharedStack, type Stack } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';
import { connectStack } from '../support/stack.mjs';

log.level = 'silent';

const QUEUE: QueueName = 'sendWelcomeMail';
const EACH: QueueName = 'sendResumeLink';
/** A quarter of the time between two polls. */
const SOON_MS = 500;

/** A database without servers of the product. */
let stack: Stack;
let end: () => Promise<void>;
let one: Server;
let other: Server;

beforeAll(async () => {
  const postgres = await testPostgres();
  const { url, drop } = await freshDatabase(postgres.url, { migrated: true });
  stack = connectStack({ url: '', apiUrls: [], sandboxUrl: '', smtpPort: 0, home: '', databaseUrl: url });
  end = async () => {
    await stack.close();
    await drop();
    await postgres.stop();
  };
});
afterAll(() => end());
beforeEach(async () => {
  [one, other] = await Promise.all([aServer(), aServer()]);
});
afterEach(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await deleteJobs(stack);
});

interface Server {
  boss: PgBoss;
  jobs: Jobs;
  deadLetters: DeadLetters;
  dataSource: DataSource;
  enqueue(queue: QueueName, ...keys: (number | string)[]): Promise<void>;
  stop(): Promise<void>;
}

/** A server that has only jobs. */
async function aServer(): Promise<Server> {
  const dataSource = await createDataSource(stack.databaseUrl, 4).initialize();
  const boss = createBoss(Object.assign(new Settings(), { DATABASE_URL: stack.databaseUrl }));
  const deadLetters = new DeadLetters(boss);
  const clock = { now: () => new Date() } as Clock;
  const jobs = new Jobs(boss, deadLetters, new ReviveDeadLetters(boss, dataSource, deadLetters, clock), clock);
  await jobs.start();
  const enqueue = (queue: QueueName, ...keys: (number | string)[]) =>
    dataSource.transaction(async (tx) => {
      for (const key of keys) await jobs.enqueue(tx, queue, key);
    });
  return { boss, jobs, deadLetters, dataSource, enqueue, stop: () => jobs.stop().then(() => dataSource.destroy()) };
}

/** A handler that a test can hold and let fail. */
function aHandler() {
  const handler = {
    keys: [] as string[],
    error: undefined as Error | undefined,
    hold: undefined as Promise<void> | undefined,
    handle: async ({ key }: Job) => {
      handler.keys.push(key);
      await handler.hold;
      if (handler.error) throw handler.error;
    },
  };
  return handler;
}

const statesOf = async (queue: QueueName): Promise<string[]> =>
  (await jobsOf(stack, { queue })).map(({ state }) => state).toSorted();

describe('a job', () => {
  it('is queued when the transaction commits, and not when it is rolled back', async () => {
    await one.enqueue(QUEUE, 1);
    const rolledBack = one.dataSource.transaction(async (tx) => {
      await one.jobs.enqueue(tx, QUEUE, 2);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect((await jobsOf(stack, { queue: QUEUE })).map(({ singletonKey }) => singletonKey)).toEqual(['1']);
  });

  it('stays one job when it is requested again while it waits, also by twenty transactions at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => one.enqueue(QUEUE, 1)));
    expect(await statesOf(QUEUE)).toEqual(['created']);
  });

  it('runs once more, afterwards, when it is requested several times while it runs', async () => {
    const handler = aHandler();
    let finish = () => {};
    handler.hold = new Promise<void>((done) => (finish = done));
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 1);
    await eventually(() => handler.keys.length === 1);
    for (let time = 0; time < 5; time += 1) await other.enqueue(QUEUE, 1);
    expect(await statesOf(QUEUE)).toEqual(['active', 'created'].toSorted());
    finish();
    await eventually(async () => (await undoneJobsOf(stack, { queue: QUEUE })).length === 0);
    expect(handler.keys).toEqual(['1', '1']);
  });

  it('is added each time in a queue whose jobs are counted', async () => {
    await one.jobs.work(EACH, async () => {});
    await one.enqueue(EACH, 1, 1, 1);
    await eventually(async () => (await statesOf(EACH)).join() === 'completed,completed,completed');
  });

  it('starts again with all attempts when it is requested while it waits for a retry', async () => {
    const handler = aHandler();
    handler.error = new Error('no');
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 1);
    const [failed] = await eventually(async () => {
      const jobs = await jobsOf(stack, { queue: QUEUE });
      return jobs[0]?.state === 'retry' ? jobs : undefined;
    });
    handler.error = undefined;
    await other.enqueue(QUEUE, 1);
    await eventually(async () => (await statesOf(QUEUE)).join() === 'completed');
    const [done] = await jobsOf(stack, { queue: QUEUE });
    expect(done!.id).not.toBe(failed!.id);
    expect(done!.retryCount).toBe(0);
  });

  it('that fails gives way to a later one of its subject', async () => {
    const handler = aHandler();
    let finish = () => {};
    handler.hold = new Promise<void>((done) => (finish = done));
    handler.error = new Error('no');
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 1);
    await eventually(() => handler.keys.length === 1);
    await one.enqueue(QUEUE, 1);
    finish();
    await eventually(() => handler.keys.length === 2);
    handler.error = undefined;
    await eventually(async () => (await retryNow(stack), (await undoneJobsOf(stack)).length === 0));
    expect(await statesOf(QUEUE)).toEqual(['completed', 'completed']);
  });

  it('of which a newer version of the product is needed waits for it, without an attempt', async () => {
    const handler = aHandler();
    handler.error = new UnknownState('trial-signup', 'paused');
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 7);
    const [waiting] = await eventually(async () => {
      const jobs = await undoneJobsOf(stack, { queue: QUEUE });
      return handler.keys.length === 1 && jobs[0]?.state === 'created' ? jobs : undefined;
    });
    expect(waiting!.retryCount).toBe(0);
    expect(waiting!.startAfter.getTime() - waiting!.createdOn.getTime()).toBe(5000);
    handler.error = undefined;
    await one.boss.update(QUEUE, undefined, { id: waiting!.id, startAfter: 0 });
    await eventually(async () => (await undoneJobsOf(stack)).length === 0);
    expect(handler.keys).toEqual(['7', '7']);
  });
});

describe('a job that fails', () => {
  it('is retried with growing pauses, and then is a dead letter with its cause, without its words', async () => {
    const handler = aHandler();
    handler.error = Object.assign(new TypeError('grace@church.example'), { code: 'E1' });
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 1);
    await eventually(async () => (await statesOf(QUEUE)).join() === 'retry');
    const [retry] = await jobsOf(stack, { queue: QUEUE });
    expect(retry).toMatchObject({ retryLimit: 12, retryDelay: 2, retryBackoff: true });
    await eventually(async () => (await lastAttemptNow(stack), (await deadLettersOf(stack)).length === 1));
    const [letter] = await one.deadLetters.list();
    expect(letter).toMatchObject({ queue: QUEUE, subjectId: '1', count: 1, error: 'TypeError E1' });
    expect(JSON.stringify([await jobsOf(stack), await deadLettersOf(stack)])).not.toContain('grace@church.example');
  });

  it('leaves the dead letters when it succeeds later', async () => {
    const handler = aHandler();
    handler.error = new Error('no');
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 1, 2);
    await eventually(async () => (await lastAttemptNow(stack), (await deadLettersOf(stack)).length === 2));
    handler.error = undefined;
    await other.enqueue(QUEUE, 1);
    await eventually(async () => (await deadLettersOf(stack)).map(({ singletonKey }) => singletonKey).join() === '2');
  });
});

describe('two servers', () => {
  it('hear of the jobs of each other at once', async () => {
    const handler = aHandler();
    await other.jobs.work(QUEUE, handler.handle);
    for (let key = 1; key <= 11; key += 1) {
      await one.enqueue(QUEUE, key);
      await eventually(() => handler.keys.includes(String(key)), { every: 5 });
    }
    const waits = (await jobsOf(stack, { queue: QUEUE })).map(({ startedOn, createdOn }) => +startedOn - +createdOn);
    expect(waits.toSorted((a, b) => a - b)[5]).toBeLessThan(SOON_MS);
  });

  it('share the work when a thousand jobs wait, each of which runs once', async () => {
    const keys = Array.from({ length: 1000 }, (_, index) => String(index));
    await one.dataSource.transaction((tx) => one.jobs.enqueueAll(tx, QUEUE, keys));
    const handlers = [aHandler(), aHandler()];
    await one.jobs.work(QUEUE, handlers[0]!.handle, { concurrency: 5 });
    await other.jobs.work(QUEUE, handlers[1]!.handle, { concurrency: 5 });
    const done = () => handlers.flatMap((handler) => handler.keys);
    await eventually(() => done().length >= 500, { within: 60_000 });
    expect(new Set(done()).size).toBe(done().length);
    for (const handler of handlers) expect(handler.keys.length).toBeGreaterThan(0);
  });

  it('take over the job of one that was killed', { tags: 'thorough' }, async () => {
    await one.enqueue(QUEUE, 1);
    // A process that fetches a job and shows no sign of life after that.
    await one.boss.fetch(QUEUE);
    const handler = aHandler();
    await other.jobs.work(QUEUE, handler.handle);
    await eventually(() => handler.keys.length === 1, { within: 60_000, every: 500 });
    await eventually(async () => (await statesOf(QUEUE)).join() === 'completed');
  });

  it('run a sweep once in each interval', async () => {
    const sweeps = async () => (await jobsOf(sharedStack(), { queue: 'sweeps', key: 'limits' })).slice(-5);
    await eventually(async () => (await sweeps()).length === 5, { within: 20_000 });
    const seconds = (await sweeps()).map(({ createdOn }) => Math.floor(+createdOn / 1000));
    expect(new Set(seconds).size).toBe(5);
  });
});

describe('a server that stops', () => {
  it('finishes the jobs that run and fetches no other', async () => {
    const handler = aHandler();
    let finish = () => {};
    handler.hold = new Promise<void>((done) => (finish = done));
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 1, 2);
    await eventually(() => handler.keys.length === 1);
    const stopped = one.jobs.stop();
    await sleep(100);
    finish();
    await stopped;
    expect(await statesOf(QUEUE)).toEqual(['completed', 'created']);
  });

  it('hands back a job that does not end', { tags: 'thorough' }, async () => {
    const handler = aHandler();
    handler.hold = new Promise<void>(() => {});
    await one.jobs.work(QUEUE, handler.handle);
    await one.enqueue(QUEUE, 1);
    await eventually(() => handler.keys.length === 1);
    await one.jobs.stop();
    const [job] = await jobsOf(stack, { queue: QUEUE });
    expect(job!.state).toBe('retry');
  });
});
