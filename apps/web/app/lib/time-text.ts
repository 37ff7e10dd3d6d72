import { civilDay } from '@lampstand/contracts';

const DAY_MS = 86_400_000;
const dayNumber = (at: Date, timeZone: string) => Date.parse(civilDay(at, timeZone)) / DAY_MS;
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const format = (at: Date, options: Intl.DateTimeFormatOptions, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(at);

/** "2:14 AM" in the person's zone. */
export const timeText = (at: Date, timeZone = here()): string =>
  format(at, { hour: 'numeric', minute: '2-digit' }, timeZone);

/** A day such as 2026-11-29: "November 29, 2026". */
export const dateText = (day: string): string =>
  format(new Date(day), { year: 'numeric', month: 'long', day: 'numeric' }, 'UTC');

/** An instant in a sentence, with the day where it is not today: "at 2:14 AM", "tomorrow at 2:14 AM", "on Tuesday at 2:14 AM". */
export function whenText(at: Date, now: Date, timeZone = here()): string {
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  const time = `at ${timeText(at, timeZone)}`;
  if (days === 0) return time;
  if (days === 1) return `tomorrow ${time}`;
  if (days === -1) return `yesterday ${time}`;
  const day =
    days > 0 && days < 7
      ? format(at, { weekday: 'long' }, timeZone)
      : format(at, { month: 'long', day: 'numeric' }, timeZone);
  return `on ${day} ${time}`;
}
