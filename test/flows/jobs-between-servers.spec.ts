/** Servers tell each other of jobs, also after the connection on which they listen was lost; jobs that are due later start on time. */
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { Jobs } from '../../apps/api/src/platform/jobs/jobs.ts';
import { log } from '../../apps/api/src/platform/logging.ts';
import { eventually, type Stack } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';
import { connectStack } from '../support/stack.mjs';

const QUEUE = 'sendResumeLink';
const COUNT = 11;
/** A tenth of the time between two polls: half of the jobs would not start in it by chance. */
const SOON_MS = 200;

/** A database with two servers that have only jobs. */
let stack: Stack;
let one: Server;
let other: Server;
let end: () => Promise<void>;
const warned = jest.spyOn(log, 'warn').mockReturnValue();
const informed = jest.spyOn(log, 'info').mockReturnValue();

beforeAll(async () => {
  const postgres = await testPostgres();
  const { url, drop } = await freshDatabase(postgres.url, { migrated: true });
  stack = connectStack({ url: '', apiUrls: [], sandboxUrl: '', smtpPort: 0, home: '', databaseUrl: url });
  [one, other] = [await aServer(url), await aServer(url)];
  end = async () => {
    await Promise.all([one.stop(), other.stop(), stack.close()]);
    await drop();
    await postgres.stop();
  };
  await eventually(async () => (await listeners()).length === 2);
});
afterAll(() => end());
beforeEach(async () => {
  [one.handled, other.handled] = [[], []];
  for (const logged of [warned, informed]) logged.mockClear();
  await stack.query('DELETE FROM pgboss.job');
});

interface Server {
  dataSource: DataSource;
  jobs: Jobs;
  handled: number[];
  stop(): Promise<void>;
}

async function aServer(url: string): Promise<Server> {
  const dataSource = await createDataSource(url, 2).initialize();
  const jobs = new Jobs(Object.assign(new Settings(), { DATABASE_URL: url }), dataSource);
  await jobs.start();
  return { dataSource, jobs, handled: [], stop: () => jobs.stop().then(() => dataSource.destroy()) };
}

const queues = ({ dataSource, jobs }: Server, id: number) =>
  dataSource.transaction((tx) => jobs.enqueue(tx, QUEUE, id));

const listeners = async (): Promise<number[]> =>
  (
    await stack.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'lampstand-listener' AND datname = current_database() AND state = 'idle'`,
    )
  ).map(({ pid }) => pid);

/** The different texts that were logged. */
const textsOf = (logged: { mock: { calls: unknown[][] } }) => [
  ...new Set(logged.mock.calls.map((args) => args.at(-1))),
];

/** The median of the milliseconds by which the jobs started too late. */
async function lateness(): Promise<number> {
  const [row] = await stack.query(
    `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM started_on - start_after) * 1000)::float8 AS ms FROM pgboss.job`,
  );
  return row.ms;
}

/** The other server does jobs that the first one queues, one after the other. */
async function queueOneByOne(): Promise<void> {
  for (let id = 1; id <= COUNT; id += 1) {
    await queues(one, id);
    await eventually(() => other.handled.includes(id), { every: 5 });
  }
}

it('a server does at once the jobs that a server without workers queues', async () => {
  await other.jobs.work(QUEUE, async ({ subjectId }) => void other.handled.push(subjectId));
  await queueOneByOne();
  expect(await lateness()).toBeLessThan(SOON_MS);
});

it('a job that is due later starts on time', async () => {
  await stack.query(
    `INSERT INTO pgboss.job (name, data, start_after)
     SELECT $1, jsonb_build_object('subjectId', id, 'requestId', 'test', 'queue', $1::text), now() + interval '2 s' + id * interval '150 ms'
       FROM generate_series(1, 9) AS id`,
    [QUEUE],
  );
  await eventually(() => other.handled.length === 9);
  expect(await lateness()).toBeLessThan(SOON_MS);
  expect(await lateness()).toBeGreaterThanOrEqual(0);
});

it('jobs start although the listening connections are lost, which is logged, and at once again when they are back', async () => {
  const lost = await listeners();
  await stack.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [lost]);
  await queues(one, 100);
  await eventually(() => other.handled.includes(100));
  await eventually(async () => (await listeners()).filter((pid) => !lost.includes(pid)).length === 2);
  expect(textsOf(warned)).toEqual(['lost the connection that hears of jobs of other servers; polls until it is back']);
  expect(textsOf(informed).filter((text) => text !== 'job done')).toEqual([
    'the connection that hears of jobs of other servers is back',
  ]);
  await queueOneByOne();
  expect(await lateness()).toBeLessThan(SOON_MS);
});

it('a server whose workers are busy leaves its jobs to the others', async () => {
  let finish = () => {};
  const busy = new Promise<void>((done) => (finish = done));
  await one.jobs.work(QUEUE, async ({ subjectId }) => {
    one.handled.push(subjectId);
    await busy;
  });
  // Either server may take each of these; in the end the first one holds one of them.
  for (let id = 1000; !one.handled.length; id += 1) await queues(one, id);
  await eventually(async () => (await stack.query(`SELECT FROM pgboss.job WHERE state < 'active'`)).length === 0);
  await stack.query(`DELETE FROM pgboss.job WHERE state <> 'active'`);
  await queueOneByOne();
  expect(await lateness()).toBeLessThan(SOON_MS);
  finish();
});

it('several jobs are queued at once: one for each subject, which counts its requests and restarts the pending one', async () => {
  const asks = (ids: number[]) =>
    one.dataSource.transaction((tx) =>
      one.jobs.enqueueMany(
        tx,
        ids.map((id) => one.jobs.jobFor('announceChange', id)),
      ),
    );
  const pending = () =>
    stack.query(
      `SELECT id, data->>'subjectId' AS subject, coalesce(data->>'asked', '1') AS asked FROM pgboss.job ORDER BY 2`,
    );
  await asks([7, 8, 7]);
  const before = await pending();
  expect(before.map(({ subject, asked }) => `${subject} x${asked}`)).toEqual(['7 x2', '8 x1']);
  await asks([9, 7, 7]);
  const after = await pending();
  expect(after.map(({ subject, asked }) => `${subject} x${asked}`)).toEqual(['7 x4', '8 x1', '9 x1']);
  expect(after[0]!.id).not.toBe(before[0]!.id);
  expect(after[1]!.id).toBe(before[1]!.id);
});
