/** A server meets a state that a newer version of the chart has: its jobs wait for a server that knows the state. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { Jobs } from '../../apps/api/src/platform/jobs/jobs.ts';
import { log } from '../../apps/api/src/platform/logging.ts';
import { UnknownState } from '../../apps/api/src/workflow/index.ts';
import { eventually, type Stack } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';
import { connectStack } from '../support/stack.mjs';

log.level = 'silent';

/** A database without servers. */
let stack: Stack;
let end: () => Promise<void>;

beforeAll(async () => {
  const postgres = await testPostgres();
  const { url, drop } = await freshDatabase(postgres.url, { migrated: true });
  stack = connectStack({ databaseUrl: url, url: '', apiUrls: [], sandboxUrl: '', smtpPort: 0, home: '' });
  end = async () => {
    await stack.close();
    await drop();
    await postgres.stop();
  };
}, 60_000);
afterAll(() => end());

describe('a job of a sign-up in a state that only a newer server knows', () => {
  const QUEUE = 'sendResumeLink';
  let jobs: Jobs;
  let failure: Error | undefined;
  let tries: number;

  beforeEach(async () => {
    tries = 0;
    await stack.query('DELETE FROM pgboss.job');
    jobs = new Jobs(Object.assign(new Settings(), { DATABASE_URL: stack.databaseUrl }), { subscribers: [] } as never);
    await jobs.work(QUEUE, async () => {
      tries += 1;
      if (failure) throw failure;
    });
  });
  afterEach(() => jobs.stop());

  const queued = () =>
    stack.query('INSERT INTO pgboss.job (name, data, retry_limit, retry_delay) VALUES ($1, $2, 12, 60)', [
      QUEUE,
      { subjectId: 7, requestId: 'test', queue: QUEUE },
    ]);
  const job = async () =>
    (
      await stack.query(
        `SELECT state, retry_count, started_on, output, round(extract(epoch FROM start_after - now())) AS "dueIn" FROM pgboss.job`,
      )
    )[0];

  it('goes back to its queue for a few seconds, without a try counted, and is done by a server that knows it', async () => {
    failure = new UnknownState('trial-signup', 'paused');
    await queued();
    await eventually(async () => tries === 1 && (await job()).state === 'created');
    expect(await job()).toMatchObject({ retry_count: 0, started_on: null, output: null });
    expect(Number((await job()).dueIn)).toBeGreaterThan(2);
    failure = undefined;
    await stack.query('UPDATE pgboss.job SET start_after = now()');
    await eventually(async () => (await job()).state === 'completed');
    expect(await job()).toMatchObject({ retry_count: 0 });
    expect(tries).toBe(2);
  });

  it('counts a try of any other failure', async () => {
    failure = new Error('no');
    await queued();
    await eventually(async () => tries === 1 && (await job()).state === 'retry');
    failure = undefined;
    await stack.query('UPDATE pgboss.job SET start_after = now()');
    await eventually(async () => (await job()).state === 'completed');
    expect(await job()).toMatchObject({ retry_count: 1 });
  });
});
