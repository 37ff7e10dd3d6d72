import { describe, expect, it } from 'vitest';
import { daysAfter } from '@lampstand/contracts/back-office';
import { barsOf } from './bars.ts';

const aDay = (day: string, registered = 1) => ({ day, registered, verified: 0, card: 0, account: 0 });
const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, at) => aDay(daysAfter(first, at)));
const ALL = { startDate: '', endDate: '' };

describe('the bars of the chart', () => {
  it('are days in a short range, and today is unfinished', () => {
    const { unit, bars } = barsOf(daysFrom('2026-03-01', 31), { span: ALL, today: '2026-03-31' });
    expect(unit).toBe('day');
    expect(bars).toHaveLength(31);
    expect(bars[0]).toMatchObject({ label: 'Mar 1, 2026', registered: 1, isPart: false });
    expect(bars.at(-1)).toMatchObject({ label: 'Mar 31, 2026, so far', isPart: true });
  });

  it('are weeks from Monday in a longer range, and weeks that the range cuts show their days', () => {
    const span = { startDate: '2026-03-04', endDate: '2026-06-09' };
    const { unit, bars } = barsOf(daysFrom('2026-03-04', 98), { span, today: '2026-11-26' });
    expect(unit).toBe('week');
    expect(bars.map(({ label }) => label).slice(0, 2)).toEqual(['Mar 4, 2026 to Mar 8, 2026', 'Week of Mar 9, 2026']);
    expect(bars.map(({ registered }) => registered)).toEqual([5, ...Array.from({ length: 13 }, () => 7), 2]);
    expect(bars.at(-1)).toMatchObject({ label: 'Jun 8, 2026 to Jun 9, 2026', isPart: true });
    expect(bars.filter(({ isPart }) => isPart)).toHaveLength(2);
  });

  it('are months in a long range, and the present month says "so far"', () => {
    const { unit, bars } = barsOf(daysFrom('2024-12-10', 716), { span: ALL, today: '2026-11-26' });
    expect(unit).toBe('month');
    expect(bars[0]).toMatchObject({ label: 'December 2024', registered: 22, isPart: false });
    expect(bars.at(-1)).toMatchObject({ label: 'November 2026, so far', registered: 25, isPart: true });
    expect(bars.reduce((sum, { registered }) => sum + registered, 0)).toBe(716);
  });

  it('end with today, even if its last days have no sign-ups', () => {
    const { bars } = barsOf([aDay('2026-03-01')], { span: ALL, today: '2026-03-04' });
    expect(bars.map(({ registered }) => registered)).toEqual([1, 0, 0, 0]);
  });

  it('are compared with the same number of days of the period before', () => {
    const counts = [aDay('2026-02-22', 3), aDay('2026-02-24', 5)];
    const span = { startDate: '2026-03-01', endDate: '2026-03-07' };
    const { bars } = barsOf(daysFrom('2026-03-01', 7), { span, today: '2026-03-08', before: { counts, days: 7 } });
    expect(bars.map(({ before }) => before)).toEqual([3, 0, 5, 0, 0, 0, 0]);
    const without = barsOf(daysFrom('2026-03-01', 1), { span, today: '2026-03-01' });
    expect(without.bars[0]).not.toHaveProperty('before');
  });
});
