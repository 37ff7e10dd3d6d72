import { dayText } from '../format.ts';

/** A span of civil days, both inclusive; either end may be open. */
export interface DaySpan {
  startDate: string;
  endDate: string;
}

const DAY_MS = 24 * 3600_000;

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** What the days around `today` are called. */
export const presetsOn = (today: string): { label: string; span: DaySpan }[] => [
  { label: 'Today', span: { startDate: today, endDate: today } },
  { label: '7 days', span: { startDate: daysAfter(today, -6), endDate: today } },
  { label: '30 days', span: { startDate: daysAfter(today, -29), endDate: today } },
  { label: 'This month', span: { startDate: `${today.slice(0, 8)}01`, endDate: today } },
];

/** "From Mar 2, 2026", "Until Mar 9, 2026", "Mar 2, 2026 - Mar 9, 2026"; nothing for all days. */
export function spanText({ startDate, endDate }: DaySpan): string | undefined {
  if (startDate && endDate) return `${dayText(startDate)} - ${dayText(endDate)}`;
  if (startDate) return `From ${dayText(startDate)}`;
  return endDate ? `Until ${dayText(endDate)}` : undefined;
}
