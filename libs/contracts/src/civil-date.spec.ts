import { describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { ageOn, civilDay, isCivilDate, yearsBefore } from './civil-date.ts';
import { instant } from './dates.ts';
import { birthdateProblem } from './trial-signup.ts';

const DAY = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a civil date', () => {
  it.each(['2026-02-28', '2024-02-29', '1900-01-01', '2000-12-31'])('%s exists', (day) => {
    expect(isCivilDate(day)).toBe(true);
  });

  // oxfmt-ignore
  it.each([
    '2026-02-29', '1900-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '26-01-01', '2026-1-1', '0099-01-01', '1899-12-31',
    '2026-01-01T00:00:00Z', ' 2026-01-01', '2026/01/01', '', '٢٠٢٦-٠١-٠١',
  ])('%j does not', (day) => {
    expect(isCivilDate(day)).toBe(false);
  });

  it('covers every day of the calendar', () => {
    fc.assert(fc.property(DAY, isCivilDate));
  });

  it('is the day of the zone, not of the machine', () => {
    const at = new Date('2026-07-01T04:30:00Z');
    expect(civilDay(at, 'America/Chicago')).toBe('2026-06-30');
    expect(civilDay(at, 'America/New_York')).toBe('2026-07-01');
    expect(civilDay(at, 'Pacific/Auckland')).toBe('2026-07-01');
  });

  // WebKit writes the locale of Canada by month first; no standard says how a locale writes a day.
  it('does not depend on the date format of the browser', () => {
    const Real = Intl.DateTimeFormat;
    const parts = [
      { type: 'month', value: '6' },
      { type: 'literal', value: '/' },
      { type: 'day', value: '5' },
      { type: 'literal', value: '/' },
      { type: 'year', value: '2026' },
      { type: 'literal', value: ' ' },
      { type: 'era', value: 'AD' },
    ] as const;
    const writing = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function written(...asked) {
      const format = new Real(...asked);
      Object.defineProperty(format, 'format', { value: () => '6/5/2026' });
      Object.defineProperty(format, 'formatToParts', { value: () => parts });
      return format;
    });
    try {
      // A zone without a cached formatter.
      expect(civilDay(new Date('2026-06-05T12:00:00Z'), 'Europe/Lisbon')).toBe('2026-06-05');
    } finally {
      writing.mockRestore();
    }
  });
});

describe('an instant', () => {
  it.each([
    ['2026-11-20T12:00:00Z', true],
    ['1900-01-01T00:00:00Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['0000-01-01T00:00:00Z', false],
    ['1899-12-31T23:59:59Z', false],
    ['2026-02-30T00:00:00Z', false],
    ['2026-11-20', false],
  ])('%s is valid: %s', (text, is) => {
    expect(instant('No instant').safeParse(text).success).toBe(is);
  });
});

describe('an age', () => {
  it.each([
    ['2008-11-03', '2026-11-02', 17],
    ['2008-11-03', '2026-11-03', 18],
    ['2008-11-03', '2026-11-04', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2000-12-31', '2026-01-01', 25],
    ['2026-01-01', '2026-01-01', 0],
  ])('of a person born on %s is on %s: %i', (born, today, years) => {
    expect(ageOn(born, today)).toBe(years);
  });

  it('goes up by one on each birthday and on no other day', () => {
    fc.assert(
      fc.property(DAY, fc.integer({ min: 1, max: 100 }), (born, years) => {
        const birthday = anniversary(born, years);
        expect(ageOn(born, birthday)).toBe(years);
        expect(ageOn(born, dayBefore(birthday))).toBe(years - 1);
      }),
    );
  });
});

describe('a birthdate at sign-up', () => {
  const TODAY = '2026-11-03';

  it.each([
    ['2008-11-03', undefined],
    ['2008-11-04', 'You must be at least 18 years old.'],
    ['2026-11-03', 'You must be at least 18 years old.'],
    ['2026-11-04', 'Please check the year of your birthdate'],
    ['1926-11-03', undefined],
    ['1900-01-01', 'Please check the year of your birthdate'],
    ['0090-05-17', 'Please enter all four digits of the year'],
    ['1990-02-30', 'Please check the month and the day of your birthdate'],
    ['', 'Please select your birthdate'],
    ['1926-11-02', 'Please check the year of your birthdate'],
  ])('%s is answered with %s', (born, problem) => {
    expect(birthdateProblem(born, TODAY)).toBe(problem);
  });

  it('is accepted from the 18th birthday on, for a hundred years', () => {
    fc.assert(
      fc.property(DAY, DAY, (born, today) => {
        const fits = ageOn(born, today) >= 18 && born >= yearsBefore(today, 100);
        expect(birthdateProblem(born, today) === undefined).toBe(fits);
      }),
    );
  });

  it('counts a hundred years back from a leap day to the first of March', () => {
    expect(yearsBefore('2000-02-29', 100)).toBe('1900-03-01');
    expect(yearsBefore('2024-02-29', 20)).toBe('2004-02-29');
  });
});

/** By the calendar of the machine, for comparison: 29 February becomes 1 March in a common year. */
function anniversary(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Date(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()))
    .toISOString()
    .slice(0, 10);
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
