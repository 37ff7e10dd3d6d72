import { describe, expect, it } from 'vitest';
import { daysOfPeriod, PERIODS } from '@lampstand/contracts/back-office';
import { spanText } from './days.ts';

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
