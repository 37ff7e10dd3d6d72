/** Spans of days that move with the calendar. A saved view keeps the name of one, so that it never shows old days. */

export const PERIODS = ['today', '7days', '30days', 'thisMonth', 'lastMonth'] as const;
export type Period = (typeof PERIODS)[number];

/** Civil days such as "2026-03-02", both inclusive; empty when that end is open. */
export interface DaySpan {
  startDate: string;
  endDate: string;
}

const DAY_MS = 24 * 3600_000;

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days of the month of a day, or of a month such as "2026-03". */
export function daysOfMonth(month: string): DaySpan {
  const startDate = `${month.slice(0, 7)}-01`;
  return { startDate, endDate: daysAfter(firstOfMonth(daysAfter(startDate, 31)), -1) };
}

const STARTS: Record<Exclude<Period, 'lastMonth'>, (today: string) => string> = {
  today: (today) => today,
  '7days': (today) => daysAfter(today, -6),
  '30days': (today) => daysAfter(today, -29),
  thisMonth: firstOfMonth,
};

/** The days of a period on the civil day `today`. */
export const daysOfPeriod = (period: Period, today: string): DaySpan =>
  period === 'lastMonth'
    ? daysOfMonth(daysAfter(firstOfMonth(today), -1))
    : { startDate: STARTS[period](today), endDate: today };

/** The filter with the days of its period on `today`; a period replaces other days. */
export function withDays<Filter extends { period?: string | undefined }>({ period, ...filter }: Filter, today: string) {
  return PERIODS.some((name) => name === period) ? { ...filter, ...daysOfPeriod(period as Period, today) } : filter;
}
