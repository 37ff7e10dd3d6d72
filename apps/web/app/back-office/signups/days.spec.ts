import { describe, expect, it } from 'vitest';
import { daysAfter, daysOfPeriod, PERIODS } from '@lampstand/contracts/back-office';
import { groupDays, spanText } from './days.ts';

const aDay = (day: string, registered = 1) => ({ day, registered, verified: 0, card: 0, account: 0 });
const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, at) => aDay(daysAfter(first, at)));

describe('the bars of the chart', () => {
  it('are single days when there are few', () => {
    const groups = groupDays(daysFrom('2026-03-01', 31));
    expect(groups).toHaveLength(31);
    expect(groups[0]).toMatchObject({ label: 'Mar 1, 2026', registered: 1 });
  });

  it('group days when there are many, without losing one', () => {
    const groups = groupDays(daysFrom('2025-01-01', 365));
    expect(groups.length).toBeLessThanOrEqual(62);
    expect(groups[0]!.label).toBe('Jan 1, 2025 to Jan 6, 2025');
    expect(groups.reduce((sum, { registered }) => sum + registered, 0)).toBe(365);
    expect(groups.at(-1)!.label).toMatch(/Dec 31, 2025$/);
  });

  it('have what registered in the same days of the period before', () => {
    const counts = [aDay('2026-02-22', 3), aDay('2026-02-24', 5)];
    const groups = groupDays(daysFrom('2026-03-01', 7), { counts, days: 7 });
    expect(groups.map(({ before }) => before)).toEqual([3, 0, 5, 0, 0, 0, 0]);
    expect(groupDays(daysFrom('2026-03-01', 1))[0]).not.toHaveProperty('before');
  });

  it('are none without days', () => expect(groupDays([])).toEqual([]));
});

describe('the preset spans', () => {
  it('end today and are inclusive, across the end of a month and daylight saving time', () => {
    const [today, week, month, thisMonth, lastMonth] = PERIODS.map((period) => daysOfPeriod(period, '2026-03-09'));
    expect(today).toEqual({ startDate: '2026-03-09', endDate: '2026-03-09' });
    expect(week).toEqual({ startDate: '2026-03-03', endDate: '2026-03-09' });
    expect(month).toEqual({ startDate: '2026-02-08', endDate: '2026-03-09' });
    expect(thisMonth).toEqual({ startDate: '2026-03-01', endDate: '2026-03-09' });
    expect(lastMonth).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
  });

  it.each([
    [{ startDate: '', endDate: '' }, undefined],
    [{ startDate: '2026-03-02', endDate: '' }, 'From Mar 2, 2026'],
    [{ startDate: '', endDate: '2026-03-09' }, 'Until Mar 9, 2026'],
    [{ startDate: '2026-03-02', endDate: '2026-03-09' }, 'Mar 2, 2026 - Mar 9, 2026'],
  ])('%j reads %s', (span, text) => expect(spanText(span)).toBe(text));
});
