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
    ['2026-11-20', '2026-11-27', 5],
    ['2026-11-20', '2026-12-01', 7],
    ['2026-10-30', '2026-11-02', 1],
    ['2028-02-28', '2028-03-01', 2],
    ['2025-12-31', '2026-01-01', 1],
  ])('from %s to %s are %i', (from, to, count) => {
    expect(businessDaysBetween(from, to)).toBe(count);
  });

  it.each([
    ['2026-11-20', 5, '2026-11-27'],
    ['2026-11-20', 7, '2026-12-01'],
    ['2026-11-21', 5, '2026-11-27'],
    ['2026-11-22', 7, '2026-12-01'],
    ['2026-11-16', 5, '2026-11-23'],
    ['2026-11-18', 0, '2026-11-18'],
  ])('%s plus %i is %s', (from, count, day) => {
    expect(businessDayAfter(from, count)).toBe(day);
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
