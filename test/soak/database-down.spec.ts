/** The database is killed, restarted, locked or out of connections while people sign up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { aVisitor } from '../builders/index.ts';
import { checkInvariantsAfterEach, expectNoViolations, expireLeases, settled } from '../invariants/index.ts';
import { clients, crowd, SignUpLoad } from './clients.ts';
import { eventually } from '../support/index.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';
import pg from 'pg';

jest.setTimeout(1_200_000);

const TRY_LATER = {
  error: 'Unable to verify account status. Please try again later or contact support.',
  databaseError: true,
};

describe('A database that is killed 20 times under load', () => {
  const KILLS = 20;
  const SIGN_UPS = 30_000;
  const RECOVERY_MS = 10_000;
  const AWAY_MS = [100, 1500] as const;
  const PATIENCE_MS = 12_000;

  const { stack, postgres } = ownStackOnOwnPostgres();

  it('has every acknowledged sign-up, and the servers recover by themselves', async () => {
    const browsers = clients(32);
    const load = new SignUpLoad(browsers);
    const pids = stack.apis.map(({ pid }) => pid);
    const people = crowd(32, async (person) => {
      const url = (attempt: number) => stack.apiUrls[(person + attempt) % 2]!;
      const id = await load.signUp(url, { until: true, refusals: [503] });
      // Some request a mail, so that a job runs during a kill.
      const asked = { method: 'POST', path: '/api/send-resume-link', body: { trialId: id } };
      if (id % 100 === 0) await browsers.send(url(0), asked, [200, 503]);
    });

    const recoveries: number[] = [];
    const begun = performance.now();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const due = (SIGN_UPS / KILLS) * kill;
      await eventually(() => load.acknowledged.size >= due, { within: 120_000 });
      await postgres.kill();
      await sleep(AWAY_MS[0] + Math.random() * (AWAY_MS[1] - AWAY_MS[0]));
      await postgres.start();
      const back = performance.now();
      const again = { until: true, refusals: [503] };
      await Promise.all(stack.apiUrls.map((url) => load.signUp(() => url, again)));
      recoveries.push(performance.now() - back);
    }
    const seconds = Math.round((performance.now() - begun) / 1000);
    await people.stop();
    browsers.close();

    const { slowestMs, ...figures } = browsers.figures();
    const [{ count }] = await stack.query('SELECT count(*)::int AS count FROM trial_signups');
    console.log({ ...figures, slowestMs, kills: KILLS, seconds, acknowledged: load.acknowledged.size,
      inTheDatabase: count, longestRecoveryMs: Math.round(Math.max(...recoveries)) }); // oxfmt-ignore
    expect(browsers.unexpected.slice(0, 10)).toEqual([]);
    expect(browsers.refusals()).toEqual([TRY_LATER]);
    expect(await load.missing(stack)).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThanOrEqual(SIGN_UPS);
    expect(count).toBe(load.acknowledged.size);
    expect(slowestMs).toBeLessThan(PATIENCE_MS);
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_MS);
    expect(stack.apis.map(({ pid, isLive }) => [pid, isLive()])).toEqual(pids.map((pid) => [pid, true]));

    await expireLeases(stack);
    // The mails about the sign-ups take longer than the sign-ups.
    await settled(stack, { within: 900_000 });
    await expectNoViolations(stack, { copiesOfMails: true });
  });
});

describe('A database', () => {
  const POOL = 10;
  const { stack, postgres } = ownStackOnOwnPostgres({ env: { DATABASE_POOL: String(POOL) } });
  checkInvariantsAfterEach(stack);

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

  describe('with all connections of the pool waiting for one locked row', () => {
    it('the server answers 503 in time, stays alive, and recovers when the lock is gone', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      const [url] = stack.apiUrls;
      const locker = await connected();
      await locker.query('BEGIN');
      await locker.query('SELECT FROM trial_signups WHERE id = $1 FOR UPDATE', [visitor.id]);
      const browsers = clients(200);
      const asked = { method: 'POST', path: '/api/update-selected-plan', body: { trialId: visitor.id, selectedPlan: 'tier_20_49' } }; // oxfmt-ignore
      const answers = Promise.all(Array.from({ length: 200 }, () => browsers.send(url!, asked, [503])));
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
      expect(browsers.unexpected.slice(0, 5)).toEqual([]);
      await locker.query('COMMIT');
      await locker.end();
      await recovered(url!);
      expect((await visitor.call('update-selected-plan', { selectedPlan: 'tier_20_49' })).status).toBe(200);
      browsers.close();
    });
  });

  describe('that ends all connections', () => {
    it.each([
      ['pg_terminate_backend of all our connections every 2 s', cutOff],
      ['a fast restart', async () => (await postgres.stop(), await postgres.start())],
    ])('does not stop the servers: %s', async (_what, trouble) => {
      const browsers = clients(16);
      const load = new SignUpLoad(browsers);
      const people = crowd(16, async (person, turn) => {
        const url = stack.apiUrls[person % 2]!;
        if (turn % 3) return browsers.send(url, { path: '/api/config' }, [200]);
        const id = await load.signUp(() => url, { until: true, refusals: [503] });
        return browsers.send(url, { path: `/api/trial-signup/${id}` }, [200, 503]);
      });
      for (let turn = 0; turn < 10; turn += 1) {
        await trouble();
        await sleep(2000);
      }
      await Promise.all(stack.apiUrls.map(recovered));
      await people.stop();
      browsers.close();
      console.log({ ...browsers.figures(), acknowledged: load.acknowledged.size });
      expect(browsers.unexpected.slice(0, 10)).toEqual([]);
      expect(browsers.refusals()).toEqual([TRY_LATER]);
      expect(await load.missing(stack)).toEqual([]);
      expect(browsers.figures().slowestMs).toBeLessThan(12_000);
      expect(stack.apis.map((api) => api.isLive())).toEqual([true, true]);
    });

    it('and has none left: the server answers 503 until there are some', async () => {
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

    /** Ends the server's connections and takes all free ones, until the server has none. */
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
});
