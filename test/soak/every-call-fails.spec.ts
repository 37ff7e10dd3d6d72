import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Lasting, Mode } from './fault-plan.ts';
import { Lanes, linesOf, MODES, type Swept } from './sweep.ts';
import { LIFE } from './whole-life.ts';
import { SIGN_UP } from './whole-sign-up.ts';

jest.setTimeout(3_600_000);

type Sweep = (lanes: Lanes, ...how: [Mode, Lasting]) => Promise<Swept>;

/** How many calls each makes at the very least: a sweep of fewer runs has not met them all. */
const SWEEPS: [string, Sweep, number][] = [
  ['sign-up', (lanes, ...how) => lanes.sweep(SIGN_UP, ...how), 10],
  ['life after it', (lanes, ...how) => lanes.sweep(LIFE, ...how), 20],
];

/** Every provider call, mail and commit fails in turn, and all ends as it should. */
describe.each(SWEEPS)('A whole %s of which the nth call fails', (_what, sweep, calls) => {
  const lanes = new Lanes(3);
  beforeAll(() => lanes.start(), 120_000);
  afterAll(() => lanes.stop());

  it.each(MODES)('$mode, $lasting', async ({ mode, lasting }) => {
    const swept = await sweep(lanes, mode, lasting);
    console.info(linesOf(mode, lasting, swept));
    expect(swept.broken).toEqual([]);
    expect(swept.runs).toBeGreaterThan(calls);
  });
});
