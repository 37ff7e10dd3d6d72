/** The payment provider is away for long while accounts are opened, on three replicas. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { aDesk, stuckOpenings, type Visitor } from '../builders/index.ts';
import { atOnce, expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(1_200_000);

const stack = ownStack({ apis: 3 });
const { one, liveJobs, linesAbout } = stuckOpenings(stack);

const MINUTE = 60_000;
/** A stuck opening is tried again every two minutes at the latest. */
const SWEPT = 2.5 * MINUTE;

const anHourByTheClock = async (): Promise<void> => {
  for (let minute = 0; minute < 60; minute += 2) {
    await stack.sandbox.advance({ minutes: 2 });
    await sleep(3_000);
  }
};

describe('Stripe away', () => {
  it.each([
    ['an hour by the clock of the product', '500', anHourByTheClock],
    ['an hour by the clock of the product', 'refuse', anHourByTheClock],
    ['ten real minutes', '500', () => sleep(10 * MINUTE)],
  ])(
    'for %s leaves each stuck opening one live job, three lines and a dead letter at most, and none once it is back: %s',
    async (time, mode, pass) => {
      await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode, times: 0 });
      const stuck = await atOnce(8, one);
      const desk = await aDesk(stack);
      const deadJobs = async ({ id }: Visitor): Promise<{ count: number }[]> =>
        (await desk.get('/api/admin/dead-jobs')).body.filter(
          ({ subjectId }: { subjectId: string }) => subjectId === String(id),
        );
      const [most, watching] = [{ jobs: 0, lines: 0, letters: 0 }, { on: true }];
      const watched = (async () => {
        for (; watching.on; await sleep(500))
          for (const visitor of stuck) {
            const [jobs, lines, letters] = await Promise.all([liveJobs, linesAbout, deadJobs].map((of) => of(visitor)));
            most.jobs = Math.max(most.jobs, jobs!.length);
            most.lines = Math.max(most.lines, lines!.length);
            most.letters = Math.max(most.letters, letters!.length);
          }
      })();
      await pass();
      const attempts = await Promise.all(stuck.map(attemptsOf));
      watching.on = false;
      await watched;
      console.log({ time, mode, most, attempts });
      expect(most.jobs).toBe(1);
      expect(most.lines).toBeLessThanOrEqual(3);
      expect(most.letters).toBeLessThanOrEqual(1);
      expect(Math.min(...attempts)).toBeGreaterThan(2);

      await stack.sandbox.heal();
      for (const visitor of stuck)
        await eventually(async () => (await visitor.opensAccount()).body?.success, { within: SWEPT });
      await settled(stack, { within: 120_000 });
      await eventually(async () => (await desk.get('/api/admin/dead-jobs')).body.length === 0);
      for (const visitor of stuck) expect((await linesAbout(visitor)).length).toBeLessThanOrEqual(3);
      await expectNoViolations(stack);
    },
  );
});

/** How often the opening was tried, as its lines tell. */
async function attemptsOf(visitor: Visitor): Promise<number> {
  const lines = await linesAbout(visitor);
  return lines.reduce(
    (sum, { name, detail }) => sum + (name === 'opening attempt failed' ? (detail.count ?? 1) : 0),
    0,
  );
}
