import { daysAfter, type DaySpan, type FunnelCounts } from '@lampstand/contracts/back-office';
import { daysFrom, STAGES } from '../signups/days.ts';

export type Stage = (typeof STAGES)[number]['key'];

/** How many people were at a stage, and how many of them reached the next one. */
interface Rate {
  of: number;
  reached: number;
}

/** One step of the funnel in a period and in the period of the same length before it. */
export interface StepRate {
  from: Stage;
  to: Stage;
  now: Rate;
  before: Rate;
  /** Change of the share in percentage points, rounded; undefined if one of the periods has no sign-ups at the stage. */
  change: number | undefined;
}

/** The days of the same number before the span; undefined when an end of the span is open. */
export function periodBefore({ startDate, endDate }: DaySpan): (DaySpan & { days: number }) | undefined {
  if (!startDate || !endDate) return undefined;
  const days = daysFrom(startDate, endDate);
  return { startDate: daysAfter(startDate, -days), endDate: daysAfter(startDate, -1), days };
}

/** The steps from each stage to the next, in the order of the funnel. */
export function stepRates(now: FunnelCounts, before: FunnelCounts): StepRate[] {
  return STAGES.slice(1).map(({ key: to }, at) => {
    const from = STAGES[at]!.key;
    const rateIn = (counts: FunnelCounts): Rate => ({ of: counts[from], reached: counts[to] });
    const rates = { now: rateIn(now), before: rateIn(before) };
    return { from, to, ...rates, change: changeOf(rates) };
  });
}

const changeOf = ({ now, before }: Pick<StepRate, 'now' | 'before'>): number | undefined =>
  now.of && before.of ? Math.round(100 * (now.reached / now.of - before.reached / before.of)) : undefined;

/** The step whose share changed most, the first of several; undefined when none changed or none can be compared. */
export function largestChange(steps: StepRate[]): StepRate | undefined {
  const size = ({ change = 0 }: StepRate) => Math.abs(change);
  return steps.filter(size).toSorted((one, other) => size(other) - size(one))[0];
}

const UNITS: [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/** The two largest units of a number of seconds: "1 d 3 h", "2 min 5 s". */
export function timeText(seconds: number | null): string {
  if (seconds === null) return 'Nobody';
  const at = UNITS.findIndex(([, unit]) => seconds >= unit);
  const [[name, unit] = ['s', 1], smaller] = UNITS.slice(at < 0 ? -1 : at);
  const rest = smaller ? Math.floor((seconds % unit) / smaller[1]) : 0;
  return `${Math.floor(seconds / unit)} ${name}${smaller && rest ? ` ${rest} ${smaller[0]}` : ''}`;
}
