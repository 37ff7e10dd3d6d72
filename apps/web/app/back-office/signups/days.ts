import { daysAfter, type DaySpan, type Funnel, type FunnelCounts, type Period } from '@lampstand/contracts/back-office';
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

/** A bar of the chart: one day or several. */
export interface DayGroup extends FunnelCounts {
  from: string;
  to: string;
  label: string;
  /** Registered in the same days of the period before; undefined without one. */
  before?: number;
}

const MAX_BARS = 62;

/** The days of a period that ended `days` days earlier. */
interface DaysBefore {
  counts: Funnel['days'];
  days: number;
}

/** Groups consecutive days so that there are at most `MAX_BARS` groups. */
export function groupDays(days: Funnel['days'], before?: DaysBefore): DayGroup[] {
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
      ...(before && { before: registeredIn(before, { startDate: from, endDate: to }) }),
    });
  }
  return groups;
}

function registeredIn({ counts, days }: DaysBefore, { startDate, endDate }: DaySpan): number {
  const [first, last] = [daysAfter(startDate, -days), daysAfter(endDate, -days)];
  return counts
    .filter(({ day }) => day >= first && day <= last)
    .reduce((total, { registered }) => total + registered, 0);
}
