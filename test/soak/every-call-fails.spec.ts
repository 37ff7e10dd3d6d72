import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lasting, Mode } from './faults.ts';
import { Lanes, linesOf, MODES, type Swept } from './sweep.ts';
import { LIFE, SIGN_UP } from './sweep-scripts.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 });

type Sweep = (lanes: Lanes, ...how: [Mode, Lasting]) => Promise<Swept>;

/** The least number of calls in each script; fewer runs would mean an incomplete sweep. */
const SWEEPS: [string, Sweep, number][] = [
  ['sign-up', (lanes, ...how) => lanes.sweep(SIGN_UP, ...how), 10],
  ['subscription', (lanes, ...how) => lanes.sweep(LIFE, ...how), 20],
];

/** Every provider call, mail and commit fails in turn. */
describe.each(SWEEPS)('A whole %s ends well if its nth call fails', (_what, sweep, calls) => {
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
