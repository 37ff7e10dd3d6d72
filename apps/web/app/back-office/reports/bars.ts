import { daysAfter, daysOfMonth, type DaySpan, type Funnel, type FunnelCounts } from '@lampstand/contracts/back-office';
import { dayText, monthText } from '../format.ts';
import { daysFrom } from '../signups/days.ts';

/** What a bar of the chart stands for. A week begins on Monday. */
export type Unit = 'day' | 'week' | 'month';

/** A bar of the chart: a day, a week or a month, or the days of it that belong to the range. */
export interface Bar extends FunnelCounts {
  from: string;
  to: string;
  label: string;
  /** Days of it are outside the range, or not over. */
  isPart: boolean;
  /** Registered in the same days of the period before; undefined without one. */
  before?: number;
}

const MAX_BARS = 62;

const UNIT_OF: Record<Unit, { days: number; around: (day: string) => DaySpan; text: (first: string) => string }> = {
  day: { days: 1, around: (day) => ({ startDate: day, endDate: day }), text: dayText },
  week: { days: 7, around: weekOf, text: (first) => `Week of ${dayText(first)}` },
  month: { days: 31, around: daysOfMonth, text: (first) => monthText(first.slice(0, 7)) },
};
const UNITS: Unit[] = ['day', 'week'];

function weekOf(day: string): DaySpan {
  const startDate = daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return { startDate, endDate: daysAfter(startDate, 6) };
}

interface Range {
  span: DaySpan;
  today: string;
  /** The days of a period that began `days` days earlier. */
  before?: { counts: Funnel['days']; days: number } | undefined;
}

/** The range until today as bars: days in a short range, else weeks, else months. */
export function barsOf(counts: Funnel['days'], { span, today, before }: Range): { unit: Unit; bars: Bar[] } {
  const earliest = span.startDate || counts[0]?.day || today;
  const last = span.endDate && span.endDate < today ? span.endDate : today;
  const unit = UNITS.find((each) => daysFrom(earliest, last) <= MAX_BARS * UNIT_OF[each].days) ?? 'month';
  const { around, text } = UNIT_OF[unit];
  const bars: Bar[] = [];
  for (let from = span.startDate || around(earliest).startDate; from <= last;) {
    const whole = around(from);
    const to = whole.endDate < last ? whole.endDate : last;
    const isUnfinished = whole.endDate >= today;
    const isCut = from !== whole.startDate || (to !== whole.endDate && !isUnfinished);
    const label = isCut ? `${dayText(from)} to ${dayText(to)}` : text(whole.startDate);
    const shifted = before && { startDate: daysAfter(from, -before.days), endDate: daysAfter(to, -before.days) };
    bars.push({
      from,
      to,
      label: isUnfinished ? `${label}, so far` : label,
      isPart: isCut || isUnfinished,
      ...sumOf(counts, { startDate: from, endDate: to }),
      ...(shifted && { before: sumOf(before.counts, shifted).registered }),
    });
    from = daysAfter(to, 1);
  }
  return { unit, bars };
}

function sumOf(counts: Funnel['days'], { startDate, endDate }: DaySpan): FunnelCounts {
  const sum: FunnelCounts = { registered: 0, verified: 0, card: 0, account: 0 };
  for (const each of counts)
    if (each.day >= startDate && each.day <= endDate)
      for (const key of Object.keys(sum) as (keyof FunnelCounts)[]) sum[key] += each[key];
  return sum;
}
