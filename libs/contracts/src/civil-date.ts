/** Civil dates are `YYYY-MM-DD` without a zone. Ages are counted by the calendar, never by milliseconds. */

export const MINIMUM_SIGNUP_AGE = 18;
export const OLDEST_BIRTHDATE_YEARS = 100;

/** Accepted years: PostgreSQL and every calendar library support all of them. */
const YEARS = { first: 1900, last: 9999 };
const isKnownYear = (text: string): boolean => {
  const year = Number(text.slice(0, 4));
  return year >= YEARS.first && year <= YEARS.last;
};

/** Whether `text` names a day that exists: 2026-02-30 does not. */
export function isCivilDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return isKnownYear(text) && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether `text` is an instant such as 2026-11-20T12:00:00Z. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z$/.test(text) && isCivilDate(text.slice(0, 10));

/** The civil day of an instant in a zone: the "today" of both sides. */
export function civilDay(at: Date, timeZone: string): string {
  const parts = formatterOf(timeZone).formatToParts(at);
  const digits = (type: Intl.DateTimeFormatPartTypes, length: number) =>
    (parts.find((part) => part.type === type)?.value ?? '').padStart(length, '0');
  return `${digits('year', 4)}-${digits('month', 2)}-${digits('day', 2)}`;
}

/** 2026-12-21 -> "December 21, 2026" */
export const longDate = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** Formatters are slow to construct, and every sign-up needs today's date, so they are cached by zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Reads the parts, never the text: each JavaScript engine orders and separates them differently. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const made = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...NUMERIC, timeZone });
  formatters.set(timeZone, made);
  return made;
}

const NUMERIC: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
};

/** Full years on `today`. A person born on February 29 turns a year older on March 1 of a common year. */
export function ageOn(birthdate: string, today: string): number {
  const [by, rest] = [Number(birthdate.slice(0, 4)), birthdate.slice(4)];
  const years = Number(today.slice(0, 4)) - by;
  return today.slice(4) >= rest ? years : years - 1;
}

/** The same day `years` earlier, for the limits of a date picker; February 29 becomes March 1. */
export function yearsBefore(day: string, years: number): string {
  const earlier = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;
  return isCivilDate(earlier) ? earlier : `${earlier.slice(0, 4)}-03-01`;
}

/** The last day of a month: "2028-02-29" of "2028-02". */
export const lastDayOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
