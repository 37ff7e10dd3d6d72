/** Monday to Friday without the federal holidays of the United States, by civil days `YYYY-MM-DD`. */

const DAY_MS = 24 * 3600_000;
/** The promise to applicants: an answer within 5 to 7 business days. */
export const PROMISED_DAYS = { from: 5, by: 7 } as const;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const civil = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const isBusinessDay = (ms: number): boolean => new Date(ms).getUTCDay() % 6 !== 0 && !isHoliday(ms);

const [MONDAY, THURSDAY] = [1, 4];
/** Days of the year, each `[month, day]`. */
const FIXED = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const;
/** Each `[month, day of the week, which of the month]`; -1 is the last. */
const FLOATING = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [5, MONDAY, -1],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
] as const;

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday. New Year's Day can be observed on December 31. */
function isHoliday(ms: number): boolean {
  const year = new Date(ms).getUTCFullYear();
  return [year, year + 1].some((each) => holidaysOf(each).has(ms));
}

const known = new Map<number, ReadonlySet<number>>();

function holidaysOf(year: number): ReadonlySet<number> {
  const days =
    known.get(year) ??
    new Set([
      ...FIXED.map(([month, day]) => observed(Date.UTC(year, month - 1, day))),
      ...FLOATING.map(([month, weekday, which]) => nth(year, month, weekday, which)),
    ]);
  known.set(year, days);
  return days;
}

const observed = (ms: number): number => ms + ({ 6: -1, 0: 1 }[new Date(ms).getUTCDay()] ?? 0) * DAY_MS;

function nth(year: number, month: number, weekday: number, which: number): number {
  const edge = which > 0 ? Date.UTC(year, month - 1, 1) : Date.UTC(year, month, 0);
  const day = new Date(edge).getUTCDay();
  const away = which > 0 ? ((weekday - day + 7) % 7) + (which - 1) * 7 : -((day - weekday + 7) % 7);
  return edge + away * DAY_MS;
}

/** Business days after `from` up to and including `to`. */
export function businessDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let at = utc(from) + DAY_MS; at <= utc(to); at += DAY_MS) if (isBusinessDay(at)) count += 1;
  return count;
}

/** The day on which `count` business days have passed since `from`. */
export function businessDayAfter(from: string, count: number): string {
  let at = utc(from);
  for (let left = count; left > 0;) {
    at += DAY_MS;
    if (isBusinessDay(at)) left -= 1;
  }
  return civil(at);
}
