import type { DaySpan, FunnelCounts, Period } from '@lampstand/contracts/back-office';
import { dayText } from '../format.ts';

/** The number of days from one civil day to another, both included. */
export const daysFrom = (first: string, last: string): number =>
  (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1;

const DAY_MS = 24 * 3600_000;

export const PERIOD_NAMES: Record<Period, string> = {
  today: 'Today',
  '7days': '7 days',
  '30days': '30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
};

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
