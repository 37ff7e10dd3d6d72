import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Arrivals, aVisitor } from '../builders/index.ts';
import { provedAfterEach } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { eventually } from '../support/index.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';

jest.setTimeout(300_000);

const POOL = 10;
const { stack, postgres } = ownStackOnOwnPostgres({ env: { DATABASE_POOL: String(POOL) } });
provedAfterEach(stack);

const TRY_LATER = {
  error: 'Unable to verify account status. Please try again later or contact support.',
  databaseError: true,
};
const OURS = `SELECT pid FROM pg_stat_activity
  WHERE application_name IN ('lampstand', 'lampstand-jobs') AND datname = current_database()`;
const OUR_BACKENDS = `SELECT pg_terminate_backend(pid) FROM (${OURS}) AS ours`;

const connected = async () => {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  return client;
};
const alive = async () => Promise.all(stack.apiUrls.map(async (url) => (await fetch(`${url}/healthz`)).status));
const recovered = (url: string) =>
  eventually(async () => (await aVisitor({ ...stack, url }).signsUp()).status === 201, { within: 10_000 });

describe('A pool of which every connection waits for one locked row', () => {
  it('refuses who waits for long, is alive, and recovers when the lock is gone', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const [url] = stack.apiUrls;
    const locker = await connected();
    await locker.query('BEGIN');
    await locker.query('SELECT FROM trial_signups WHERE id = $1 FOR UPDATE', [visitor.id]);
    const browsers = clients(200);
    const asked = { method: 'POST', path: '/api/update-selected-plan', body: { trialId: visitor.id, selectedPlan: 'tier_20_49' } }; // oxfmt-ignore
    const answers = Promise.all(Array.from({ length: 200 }, () => browsers.ask(url!, asked, [503])));
    await sleep(500);
    expect(await alive()).toEqual([200, 200]);
    const begun = performance.now();
    const refused = await fetch(`${url}/api/trial-signup/${visitor.id}`);
    const waited = performance.now() - begun;
    expect([refused.status, await refused.json()]).toEqual([503, TRY_LATER]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(waited).toBeLessThan(3000);
    const told = (await answers).map(({ ms }) => ms).sort((one, other) => one - other);
    console.log({ clients: 200, pool: POOL, waitedForThePoolMs: Math.round(waited),
      medianMs: Math.round(told[100]!), slowestMs: Math.round(told[199]!) }); // oxfmt-ignore
    expect(browsers.strange.slice(0, 5)).toEqual([]);
    await locker.query('COMMIT');
    await locker.end();
    await recovered(url!);
    expect((await visitor.call('update-selected-plan', { selectedPlan: 'tier_20_49' })).status).toBe(200);
    browsers.close();
  });
});

describe('A database that cuts everybody off', () => {
  it.each([
    ['pg_terminate_backend of all our connections every 2 s', cutOff],
    ['a fast restart', async () => (await postgres.stop(), await postgres.start())],
  ])('is survived: %s', async (_what, trouble) => {
    const browsers = clients(16);
    const arrivals = new Arrivals(browsers);
    const people = crowd(16, async (person, turn) => {
      const url = stack.apiUrls[person % 2]!;
      if (turn % 3) return browsers.ask(url, { path: '/api/config' }, [200]);
      const id = await arrivals.signUp(() => url, { until: true, refusals: [503] });
      return browsers.ask(url, { path: `/api/trial-signup/${id}` }, [200, 503]);
    });
    for (let turn = 0; turn < 10; turn += 1) {
      await trouble();
      await sleep(2000);
    }
    await Promise.all(stack.apiUrls.map(recovered));
    await people.goHome();
    browsers.close();
    console.log({ ...browsers.figures(), acknowledged: arrivals.acknowledged.size });
    expect(browsers.strange.slice(0, 10)).toEqual([]);
    expect(browsers.refusals()).toEqual([TRY_LATER]);
    expect(await arrivals.missing(stack)).toEqual([]);
    expect(browsers.figures().slowestMs).toBeLessThan(12_000);
    expect(stack.apis.map((api) => api.isLive())).toEqual([true, true]);
  });

  it('and has no connection left for us: refused until there are some', async () => {
    const others: pg.Client[] = [await connected()];
    try {
      await eventually(() => takeAll(others), { every: 1, within: 60_000 });
      const visitor = aVisitor({ ...stack, url: stack.apiUrls[0]! });
      const { status, body, headers } = await visitor.signsUp();
      expect([status, body]).toEqual([503, TRY_LATER]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await alive()).toEqual([200, 200]);
    } finally {
      console.log({ othersConnected: others.length });
      await Promise.all(others.map((client) => client.end()));
    }
    await Promise.all(stack.apiUrls.map(recovered));
  });

  async function cutOff(): Promise<void> {
    const client = await connected();
    await client.query(OUR_BACKENDS);
    await client.end();
  }

  /** Cuts us off and takes each connection there is, until none of them is ours. */
  async function takeAll(others: pg.Client[]): Promise<boolean> {
    await others[0]!.query(OUR_BACKENDS);
    for (let failures = 0; failures < 3;) {
      const client = await connected().catch(() => undefined);
      if (client) others.push(client);
      else failures += 1;
    }
    const { rows } = await others[0]!.query(OURS);
    return rows.length === 0;
  }
});
