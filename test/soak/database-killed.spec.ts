import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { Arrivals } from '../builders/index.ts';
import { expectNoViolations, expireLeases, settled } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { eventually } from '../support/index.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';

jest.setTimeout(1_200_000);

const KILLS = 20;
const SIGN_UPS = 30_000;
const RECOVERY_MS = 10_000;
const AWAY_MS = [100, 1500] as const;
const PATIENCE_MS = 12_000;

const TRY_LATER = {
  error: 'Unable to verify account status. Please try again later or contact support.',
  databaseError: true,
};

const { stack, postgres } = ownStackOnOwnPostgres();

describe('PostgreSQL, killed again and again under load', () => {
  it('has every sign-up that was acknowledged, and the servers go on by themselves', async () => {
    const browsers = clients(32);
    const arrivals = new Arrivals(browsers);
    const pids = stack.apis.map(({ pid }) => pid);
    const people = crowd(32, async (person) => {
      const url = (attempt: number) => stack.apiUrls[(person + attempt) % 2]!;
      const id = await arrivals.signUp(url, { until: true, refusals: [503] });
      // Some ask for a mail, so that a job is under way when the server dies.
      const asked = { method: 'POST', path: '/api/send-resume-link', body: { trialId: id } };
      if (id % 100 === 0) await browsers.ask(url(0), asked, [200, 503]);
    });

    const recoveries: number[] = [];
    const begun = performance.now();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const due = (SIGN_UPS / KILLS) * kill;
      await eventually(() => arrivals.acknowledged.size >= due, { within: 120_000 });
      await postgres.kill();
      await sleep(AWAY_MS[0] + Math.random() * (AWAY_MS[1] - AWAY_MS[0]));
      await postgres.start();
      const back = performance.now();
      const again = { until: true, refusals: [503] };
      await Promise.all(stack.apiUrls.map((url) => arrivals.signUp(() => url, again)));
      recoveries.push(performance.now() - back);
    }
    const seconds = Math.round((performance.now() - begun) / 1000);
    await people.goHome();
    browsers.close();

    const { slowestMs, ...figures } = browsers.figures();
    const [{ count }] = await stack.query('SELECT count(*)::int AS count FROM trial_signups');
    console.log({ ...figures, slowestMs, kills: KILLS, seconds, acknowledged: arrivals.acknowledged.size,
      inTheDatabase: count, longestRecoveryMs: Math.round(Math.max(...recoveries)) }); // oxfmt-ignore
    expect(browsers.strange.slice(0, 10)).toEqual([]);
    expect(browsers.refusals()).toEqual([TRY_LATER]);
    expect(await arrivals.missing(stack)).toEqual([]);
    expect(arrivals.acknowledged.size).toBeGreaterThanOrEqual(SIGN_UPS);
    expect(count).toBe(arrivals.acknowledged.size);
    expect(slowestMs).toBeLessThan(PATIENCE_MS);
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_MS);
    expect(stack.apis.map(({ pid, isLive }) => [pid, isLive()])).toEqual(pids.map((pid) => [pid, true]));

    await expireLeases(stack);
    await settled(stack, { within: 120_000 });
    await expectNoViolations(stack, { copiesOfMails: true });
  });
});
