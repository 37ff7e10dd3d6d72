import { civilDay } from '@lampstand/contracts';

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
export const minutesAfter = (at: Date, minutes: number): Date => secondsAfter(at, minutes * 60);
export const daysAfter = (at: Date, days: number): Date => minutesAfter(at, days * 24 * 60);

/**
 * The instant moved by whole days to the civil day `day` (YYYY-MM-DD) of a time zone. Its time of day may change by an hour
 * where daylight saving time begins or ends between.
 */
export function onDay(at: Date, day: string, timeZone: string): Date {
  const moved = daysAfter(at, daysBetween(civilDay(at, timeZone), day));
  return minutesAfter(moved, 60 * daysBetween(civilDay(moved, timeZone), day));
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The day of an instant in a time zone, for sentences: "November 21, 2026". */
export const formatLongDate = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
