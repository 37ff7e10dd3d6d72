/** Billing periods follow the anchor's day of the month, clamped to shorter months and never drifting. */
export interface Recurring {
  interval: string;
  interval_count: number;
}

const DAY = 86_400;

export function periodEndAfter(start: number, anchor: number, { interval, interval_count: count }: Recurring): number {
  if (interval === 'day' || interval === 'week') {
    const step = DAY * count * (interval === 'week' ? 7 : 1);
    return anchor + step * (Math.floor((start - anchor) / step) + 1);
  }
  const step = count * (interval === 'year' ? 12 : 1);
  for (let months = step; ; months += step) {
    const end = plusMonths(anchor, months);
    if (end > start) return end;
  }
}

function plusMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
