import { describe, expect, it } from 'vitest';
import { changeText, largestChange, periodBefore, stepRates, timeText } from './step-rates.ts';

const counts = (registered: number, verified: number, card: number, account: number) => ({
  registered,
  verified,
  card,
  account,
});

describe('the period before', () => {
  const TODAY = '2026-03-20';

  it('has the same number of days and ends the day before, across daylight saving time', () => {
    expect(periodBefore({ startDate: '2026-03-08', endDate: '2026-03-14' }, TODAY)).toEqual({
      startDate: '2026-03-01',
      endDate: '2026-03-07',
      days: 7,
    });
    expect(periodBefore({ startDate: '2026-03-01', endDate: '2026-03-01' }, TODAY)).toMatchObject({
      startDate: '2026-02-28',
      days: 1,
    });
  });

  it('has as many days as the unfinished period has so far', () => {
    expect(periodBefore({ startDate: '2026-03-18', endDate: '2026-03-31' }, TODAY)).toEqual({
      startDate: '2026-03-15',
      endDate: '2026-03-17',
      days: 3,
    });
    expect(periodBefore({ startDate: '2026-03-21', endDate: '2026-03-31' }, TODAY)).toBeUndefined();
  });

  it('does not exist while an end is open', () => {
    expect(periodBefore({ startDate: '2026-03-08', endDate: '' }, TODAY)).toBeUndefined();
    expect(periodBefore({ startDate: '', endDate: '2026-03-08' }, TODAY)).toBeUndefined();
  });
});

describe('the steps of the funnel', () => {
  it('are compared by the share of people who took them, rounded once', () => {
    const steps = stepRates(counts(500, 400, 100, 99), counts(1000, 800, 477, 470));
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      ['registered', 'verified'],
      ['verified', 'card'],
      ['card', 'account'],
    ]);
    expect(steps.map(changeText)).toEqual(['No clear change', '-34.6 points', 'No clear change']);
    expect(largestChange(steps)).toMatchObject({ from: 'verified', now: { of: 400, reached: 100 } });
  });

  it('are not compared when a period has no sign-ups at the stage', () => {
    const steps = stepRates(counts(5, 0, 0, 0), counts(0, 0, 0, 0));
    expect(steps.map(changeText)).toEqual(['Not known', 'Not known', 'Not known']);
    expect(largestChange(steps)).toBeUndefined();
  });

  it.each([
    ['1,356 of 2,176 against 1,623 of 2,560 people, as it was of a real month', [2176, 1356], [2560, 1623]],
    ['a difference just within the limits of chance', [1000, 543], [1000, 500]],
    ['few people, however different', [4, 0], [4, 4]],
  ])('have no largest change for %s', (_, now, before) => {
    const steps = stepRates(counts(now[0]!, now[1]!, 0, 0), counts(before[0]!, before[1]!, 0, 0));
    expect(largestChange(steps)).toBeUndefined();
    expect(changeText(steps[0]!)).toBe('No clear change');
  });

  it('have one just beyond them', () => {
    const steps = stepRates(counts(1000, 544, 0, 0), counts(1000, 500, 0, 0));
    expect(changeText(largestChange(steps)!)).toBe('+4.4 points');
  });
});

it.each([
  [null, 'No one'],
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [125, '2 min 5 s'],
  [3600, '1 h'],
  [3660 + 3599, '2 h'],
  [97_200, '1 d 3 h'],
])('%s seconds are "%s"', (seconds, text) => expect(timeText(seconds)).toBe(text));
