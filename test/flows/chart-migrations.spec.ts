/** A chart changes while sign-ups are under way: their states are replaced in batches, and jobs wait for a server that knows them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ChartVersion, journaledTransitionsOf, trialSignup, versionOf } from '@lampstand/workflows';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { log } from '../../apps/api/src/platform/logging.ts';
import { aTrial, journalOf, manyTrials, storedCardColumns, storedTrial } from '../builders/index.ts';
import { eventually, type Stack } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';
import { connectStack } from '../support/stack.mjs';

log.level = 'silent';
// A batch is 200 rows, each in a transaction of its own.
jest.setTimeout(120_000);

const { billingInformation: _, ...kept } = trialSignup.states;
const before = versionOf(trialSignup);
/** The next version has no `billingInformation`: its sign-ups move to `openingAccount`, which requires a stored card. */
const next: ChartVersion = {
  ...before,
  version: before.version + 1,
  states: Object.fromEntries(Object.entries(before.states).filter(([state]) => state in kept)),
  movedStates: { billingInformation: 'openingAccount' },
};
const released = [before, next];
jest.unstable_mockModule('@lampstand/workflows/history', () => ({ releasedVersionsOf: () => released }));

// The engine reads the versions above: it is imported after them.
const { anEngine } = await import('../builders/in-process.ts');
const { Jobs } = await import('../../apps/api/src/platform/jobs/jobs.ts');
const { ChartMigrations, UnknownState } = await import('../../apps/api/src/workflow/index.ts');
const { trialFlow } = await import('../../apps/api/src/trials/trial-signups.ts');

const flow = { ...trialFlow, chart: { id: next.chart, version: String(next.version), states: kept } as never };
const BATCH = 200;

/** A database without servers. */
let stack: Stack;
let end: () => Promise<void>;

beforeAll(async () => {
  const postgres = await testPostgres();
  const { url, drop } = await freshDatabase(postgres.url, { migrated: true });
  const view = connectStack({ databaseUrl: url, url: '', apiUrls: [], sandboxUrl: '', smtpPort: 0, home: '' });
  stack = { ...view, sandbox: { ...view.sandbox, call: async () => ({ now: new Date().toISOString() }) } };
  end = async () => {
    await view.close();
    await drop();
    await postgres.stop();
  };
  for (const { version, from, event, to } of journaledTransitionsOf(released))
    await stack.query('INSERT INTO workflow_moves VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING', [
      next.chart,
      String(version),
      from,
      event,
      to,
    ]);
}, 60_000);
afterAll(() => end());

describe('sign-ups in a state that the newest version removed', () => {
  let engine: Awaited<ReturnType<typeof anEngine>>;
  let sweep: () => Promise<unknown>;

  beforeEach(async () => {
    await stack.query('TRUNCATE trial_signups, workflow_journal');
    engine = await anEngine(stack);
    const sweeper = { every: (_name: string, work: () => Promise<unknown>) => void (sweep = work) };
    new ChartMigrations(sweeper as never, {} as never, engine.dataSource, engine.workflow).sweepRemovedStates(flow);
  });
  afterEach(() => engine.close());

  const withCard = () => ({ columns: storedCardColumns(new Date().toISOString()) });
  const left = async () =>
    (await stack.query(`SELECT count(*)::int AS count FROM trial_signups WHERE state = 'billingInformation'`))[0].count;

  it('move in batches, each with a journal row of the newest version', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation', ...withCard() });
    await manyTrials(stack, 2 * BATCH, { state: 'billingInformation', ...withCard() });
    await sweep();
    expect(await left()).toBe(BATCH + 1);
    await sweep();
    await sweep();
    expect(await left()).toBe(0);
    expect(await storedTrial(stack, id)).toMatchObject({ state: 'openingAccount', journal_seq: 3 });
    expect((await journalOf(stack, id)).events).toEqual(['signup.saved', 'phone.verified', 'chart.migrated']);
    const moved = await stack.query(
      `SELECT version, from_state, to_state, actor, count(*)::int FROM workflow_journal
        WHERE event = 'chart.migrated' GROUP BY 1, 2, 3, 4`,
    );
    expect(moved).toMatchObject([
      { version: String(next.version), from_state: 'billingInformation', to_state: 'openingAccount', count: 401 },
    ]);
    expect(engine.effectsOf(id)).toEqual([]);
  });

  it('move when an older server writes them after the first batch', async () => {
    await sweep();
    const { id } = await aTrial(stack, { state: 'billingInformation', ...withCard() });
    await sweep();
    expect((await storedTrial(stack, id)).state).toBe('openingAccount');
  });

  it('move although a full batch of others cannot', async () => {
    await manyTrials(stack, BATCH, { state: 'billingInformation' });
    const { id } = await aTrial(stack, { state: 'billingInformation', ...withCard() });
    await sweep();
    await sweep();
    expect((await storedTrial(stack, id)).state).toBe('openingAccount');
    expect(await left()).toBe(BATCH);
  });

  it('move when they are loaded or locked before their batch', async () => {
    const [loaded, locked] = [
      await aTrial(stack, { state: 'billingInformation', ...withCard() }),
      await aTrial(stack, { state: 'billingInformation', ...withCard() }),
    ];
    expect(await engine.workflow.find(flow, { id: loaded.id })).toMatchObject({ state: 'openingAccount' });
    await engine.workflow.withLock(flow, locked.id, async (change) =>
      expect(change.entity.state).toBe('openingAccount'),
    );
    expect(await left()).toBe(0);
  });
});

describe('a job of a sign-up in a state that only a newer server knows', () => {
  const QUEUE = 'sendResumeLink';
  let jobs: InstanceType<typeof Jobs>;
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
