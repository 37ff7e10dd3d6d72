import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { registry } from '../health/metrics.ts';
import { DatabaseClock } from './clock.ts';

const HOUR = 3_600_000;
const SYNC_MS = 5000;
const START = Date.parse('2026-11-21T12:00:00.000Z');

let stop = () => {};
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A clock on a fake database and a fake machine: time advances for both, and each can be set. */
function aBench() {
  jest.useFakeTimers({ now: START, doNotFake: ['performance'] });
  let monotonic = 500;
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic);
  const bench = {
    database: START,
    /** Network latency in milliseconds, there and back. */
    travel: [1, 1],
    away: false,
    passes: async (ms: number) => {
      monotonic += ms;
      bench.database += ms;
      await jest.advanceTimersByTimeAsync(ms);
    },
  };
  const spend = (ms: number) => {
    monotonic += ms;
    bench.database += ms;
  };
  const query = async () => {
    if (bench.away) throw new Error('connect ECONNREFUSED');
    const [there, back] = bench.travel as [number, number];
    spend(there);
    const now = bench.database;
    spend(back);
    return [{ now }];
  };
  const clock = new DatabaseClock({ query } as unknown as DataSource);
  const error = () => clock.now().getTime() - bench.database;
  stop = () => clock.onModuleDestroy();
  return { bench, clock, error };
}

describe('the database clock', () => {
  it('is right on a machine whose clock is wrong or jumps', async () => {
    const { bench, clock, error } = aBench();
    jest.setSystemTime(START + 31 * 24 * HOUR);
    await clock.onModuleInit();
    expect(error()).toBe(0);
    for (const jump of [-2 * HOUR, 4 * 60_000, 0]) {
      jest.setSystemTime(START + jump);
      await bench.passes(SYNC_MS);
      expect(error()).toBe(0);
    }
  });

  it('continues while the database is unavailable', async () => {
    const { bench, clock, error } = aBench();
    await clock.onModuleInit();
    bench.away = true;
    await bench.passes(20 * SYNC_MS);
    expect(error()).toBe(0);
  });

  it('ignores a slow answer that does not contradict it', async () => {
    const { bench, clock, error } = aBench();
    await clock.onModuleInit();
    bench.travel = [900, 0];
    await bench.passes(SYNC_MS);
    expect(error()).toBe(0);
  });

  it('uses a faster answer', async () => {
    const { bench, clock, error } = aBench();
    bench.travel = [40, 0];
    await clock.onModuleInit();
    expect(Math.abs(error())).toBe(20);
    bench.travel = [1, 1];
    await bench.passes(SYNC_MS);
    expect(error()).toBe(0);
  });

  it('follows when the clock of the database is set or this machine was suspended', async () => {
    const { bench, clock, error } = aBench();
    await clock.onModuleInit();
    bench.database += HOUR;
    await bench.passes(SYNC_MS);
    expect(error()).toBe(0);
  });

  it('reports how far the clock of the machine is ahead', async () => {
    const { clock } = aBench();
    jest.setSystemTime(START + HOUR);
    await clock.onModuleInit();
    const [{ value } = { value: 0 }] = (await registry.getSingleMetric('lampstand_clock_ahead_seconds')!.get()).values;
    expect(value).toBeCloseTo(3600, 0);
  });
});
