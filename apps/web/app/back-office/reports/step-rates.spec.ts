import { describe, expect, it } from 'vitest';
import { largestChange, periodBefore, stepRates, timeText } from './step-rates.ts';

const counts = (registered: number, verified: number, card: number, account: number) => ({
  registered,
  verified,
  card,
  account,
});

describe('the period before', () => {
  it('has the same number of days and ends the day before, across daylight saving time', () => {
    expect(periodBefore({ startDate: '2026-03-08', endDate: '2026-03-14' })).toEqual({
      startDate: '2026-03-01',
      endDate: '2026-03-07',
      days: 7,
    });
    expect(periodBefore({ startDate: '2026-03-01', endDate: '2026-03-01' })).toMatchObject({
      startDate: '2026-02-28',
      days: 1,
    });
  });

  it('does not exist while an end is open', () => {
    expect(periodBefore({ startDate: '2026-03-08', endDate: '' })).toBeUndefined();
    expect(periodBefore({ startDate: '', endDate: '2026-03-08' })).toBeUndefined();
  });
});

describe('the steps of the funnel', () => {
  it('are compared by the share that went on, in percentage points', () => {
    const steps = stepRates(counts(50, 40, 10, 10), counts(100, 80, 48, 47));
    expect(steps.map(({ from, to, change }) => [from, to, change])).toEqual([
      ['registered', 'verified', 0],
      ['verified', 'card', -35],
      ['card', 'account', 2],
    ]);
    expect(largestChange(steps)).toMatchObject({ from: 'verified', now: { of: 40, reached: 10 } });
  });

  it('are not compared when a period has no sign-ups at the stage', () => {
    const steps = stepRates(counts(5, 0, 0, 0), counts(0, 0, 0, 0));
    expect(steps.map(({ change }) => change)).toEqual([undefined, undefined, undefined]);
    expect(largestChange(steps)).toBeUndefined();
  });

  it('have no largest change when all shares stayed the same', () => {
    expect(largestChange(stepRates(counts(10, 5, 5, 5), counts(20, 10, 10, 10)))).toBeUndefined();
  });
});

it.each([
  [null, 'Nobody'],
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [125, '2 min 5 s'],
  [3600, '1 h'],
  [3660 + 3599, '2 h'],
  [97_200, '1 d 3 h'],
])('%s seconds are "%s"', (seconds, text) => expect(timeText(seconds)).toBe(text));
