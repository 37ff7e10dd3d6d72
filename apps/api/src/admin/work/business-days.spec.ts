import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { businessDayAfter, businessDaysBetween } from './business-days.ts';

/** 2026-11-20 is a Friday. */
describe('business days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-19', 0],
    ['2026-11-20', '2026-11-21', 0],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-21', '2026-11-23', 1],
    ['2026-11-16', '2026-11-20', 4],
    ['2026-11-20', '2026-11-27', 4],
    ['2026-11-20', '2026-12-01', 6],
    ['2026-10-30', '2026-11-02', 1],
    ['2028-02-28', '2028-03-01', 2],
    ['2025-12-31', '2026-01-01', 0],
    ['2026-12-24', '2026-12-28', 1],
  ])('from %s to %s are %i', (from, to, count) => {
    expect(businessDaysBetween(from, to)).toBe(count);
  });

  it.each([
    ['2026-11-20', 5, '2026-11-30'],
    ['2026-11-20', 7, '2026-12-02'],
    ['2026-11-21', 5, '2026-11-30'],
    ['2026-11-22', 7, '2026-12-02'],
    ['2026-11-16', 5, '2026-11-23'],
    ['2026-11-18', 0, '2026-11-18'],
  ])('%s plus %i is %s', (from, count, day) => {
    expect(businessDayAfter(from, count)).toBe(day);
  });

  it.each([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03', // July 4 is a Saturday
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
    '2021-12-31', // January 1, 2022 is a Saturday
    '2023-01-02', // January 1, 2023 is a Sunday
  ])('leave out the federal holiday of %s', (day) => {
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    expect(businessDaysBetween(before, day)).toBe(0);
  });

  it('counted up to a computed date give the same number', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 60 }), (date, count) => {
        const from = date.toISOString().slice(0, 10);
        expect(businessDaysBetween(from, businessDayAfter(from, count))).toBe(count);
      }),
    );
  });
});
