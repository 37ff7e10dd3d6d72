import type { Funnel, FunnelCounts } from '@lampstand/contracts/back-office';
import { dayText } from '../format.ts';

export const STAGES = [
  { key: 'registered', label: 'Registered' },
  { key: 'verified', label: 'Phone verified' },
  { key: 'card', label: 'Card saved' },
  { key: 'account', label: 'Account open' },
] as const satisfies { key: keyof FunnelCounts; label: string }[];

/** One bar of the picture: a day, or as many days as keep the picture readable. */
export interface DayGroup extends FunnelCounts {
  from: string;
  label: string;
}

const MOST_BARS = 62;

/** Sums neighbouring days until there are few enough bars. */
export function groupDays(days: Funnel['days']): DayGroup[] {
  const size = Math.ceil(days.length / MOST_BARS) || 1;
  const groups: DayGroup[] = [];
  for (let start = 0; start < days.length; start += size) {
    const part = days.slice(start, start + size);
    const [from = '', to = ''] = [part[0]?.day, part.at(-1)?.day];
    const sum = (key: keyof FunnelCounts) => part.reduce((total, day) => total + day[key], 0);
    groups.push({
      from,
      label: from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`,
      registered: sum('registered'),
      verified: sum('verified'),
      card: sum('card'),
      account: sum('account'),
    });
  }
  return groups;
}
