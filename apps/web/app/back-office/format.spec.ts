import { describe, expect, it } from 'vitest';
import { weekdayText } from './format.ts';

describe('a day by its weekday', () => {
  it.each([
    ['2026-12-01', '2026-11-25', 'Tue, Dec 1'],
    ['2027-01-04', '2026-12-28', 'Mon, Jan 4, 2027'],
    ['2025-12-02', '2026-11-25', 'Tue, Dec 2, 2025'],
  ])('%s is written on %s as "%s": with its year where it is another one', (day, today, written) =>
    expect(weekdayText(day, today)).toBe(written),
  );
});
