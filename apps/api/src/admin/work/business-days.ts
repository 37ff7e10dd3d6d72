/** Monday to Friday, by civil days `YYYY-MM-DD`. Holidays count: the promise to applicants does not exclude them. */

const DAY_MS = 24 * 3600_000;
/** The promise to applicants: an answer within 5 to 7 business days. */
export const PROMISED_DAYS = { from: 5, by: 7 } as const;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const civil = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const isBusinessDay = (ms: number): boolean => new Date(ms).getUTCDay() % 6 !== 0;

/** Business days after `from` up to and including `to`. */
export function businessDaysBetween(from: string, to: string): number {
  const days = Math.round((utc(to) - utc(from)) / DAY_MS);
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let at = utc(from) + weeks * 7 * DAY_MS + DAY_MS; at <= utc(to); at += DAY_MS) if (isBusinessDay(at)) count += 1;
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
