import type { Funnel, FunnelCounts } from '@lampstand/contracts/back-office';
import { dayText } from '../format.ts';

/** Civil days such as "2026-03-02", both inclusive; empty when that end is open. */
export interface DaySpan {
  startDate: string;
  endDate: string;
}

const DAY_MS = 24 * 3600_000;

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days from one civil day to another, both included. */
export const daysFrom = (first: string, last: string): number =>
  (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1;

const firstOf = (day: string): string => `${day.slice(0, 8)}01`;

/** The days of the month before that of `today`. */
export const lastMonth = (today: string): DaySpan => daysOfMonth(daysAfter(firstOf(today), -1));

/** The days of the month of a day, or of a month such as "2026-03". */
export function daysOfMonth(month: string): DaySpan {
  const startDate = `${month.slice(0, 7)}-01`;
  return { startDate, endDate: daysAfter(firstOf(daysAfter(startDate, 31)), -1) };
}

export const presetsOn = (today: string): { label: string; span: DaySpan }[] => [
  { label: 'Today', span: { startDate: today, endDate: today } },
  { label: '7 days', span: { startDate: daysAfter(today, -6), endDate: today } },
  { label: '30 days', span: { startDate: daysAfter(today, -29), endDate: today } },
  { label: 'This month', span: { startDate: firstOf(today), endDate: today } },
  { label: 'Last month', span: lastMonth(today) },
];

/** "From Mar 2, 2026", "Until Mar 9, 2026", "Mar 2, 2026 - Mar 9, 2026"; undefined for all days. */
export function spanText({ startDate, endDate }: DaySpan): string | undefined {
  if (startDate && endDate) return `${dayText(startDate)} - ${dayText(endDate)}`;
  if (startDate) return `From ${dayText(startDate)}`;
  return endDate ? `Until ${dayText(endDate)}` : undefined;
}

export const STAGES = [
  { key: 'registered', label: 'Registered' },
  { key: 'verified', label: 'Phone verified' },
  { key: 'card', label: 'Card saved' },
  { key: 'account', label: 'Account open' },
] as const satisfies { key: keyof FunnelCounts; label: string }[];

/** A bar of the chart: one day or several. */
export interface DayGroup extends FunnelCounts {
  from: string;
  to: string;
  label: string;
}

const MAX_BARS = 62;

/** Groups consecutive days so that there are at most `MAX_BARS` groups. */
export function groupDays(days: Funnel['days']): DayGroup[] {
  const size = Math.ceil(days.length / MAX_BARS) || 1;
  const groups: DayGroup[] = [];
  for (let start = 0; start < days.length; start += size) {
    const part = days.slice(start, start + size);
    const [from = '', to = ''] = [part[0]?.day, part.at(-1)?.day];
    const sum = (key: keyof FunnelCounts) => part.reduce((total, day) => total + day[key], 0);
    groups.push({
      from,
      to,
      label: from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`,
      registered: sum('registered'),
      verified: sum('verified'),
      card: sum('card'),
      account: sum('account'),
    });
  }
  return groups;
}
