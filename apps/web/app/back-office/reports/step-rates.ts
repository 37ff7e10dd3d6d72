import { daysAfter, type DaySpan, type FunnelCounts } from '@lampstand/contracts/back-office';
import { useToday } from '../../lib/clock.ts';
import { daysFrom, STAGES } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';

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
  /** Change of the share in percentage points, not rounded; undefined if one of the periods has no sign-ups at the stage. */
  change: number | undefined;
  /** Whether the change is statistically significant. */
  isClear: boolean;
}

/** The days before the span, as many as it has until today. Undefined if the span has no start or no end, or has not begun. */
export function periodBefore({ startDate, endDate }: DaySpan, today: string): PeriodBefore | undefined {
  if (!startDate || !endDate || startDate > today) return undefined;
  const days = daysFrom(startDate, endDate < today ? endDate : today);
  return { startDate: daysAfter(startDate, -days), endDate: daysAfter(startDate, -1), days };
}

export type PeriodBefore = DaySpan & { days: number };

/** The period before the filtered days; undefined without one. */
export function usePeriodBefore({ since, span }: SignupFilter): PeriodBefore | undefined {
  const today = useToday();
  return since ? undefined : periodBefore(span, today);
}

/** The steps from each stage to the next, in the order of the funnel. */
export function stepRates(now: FunnelCounts, before: FunnelCounts): StepRate[] {
  return STAGES.slice(1).map(({ key: to }, at) => {
    const from = STAGES[at]!.key;
    const rateIn = (counts: FunnelCounts): Rate => ({ of: counts[from], reached: counts[to] });
    const rates = { now: rateIn(now), before: rateIn(before) };
    return { from, to, ...rates, change: changeOf(rates), isClear: isClear(rates) };
  });
}

const changeOf = ({ now, before }: Pick<StepRate, 'now' | 'before'>): number | undefined =>
  now.of && before.of ? 100 * (now.reached / now.of - before.reached / before.of) : undefined;

/** The z-test needs at least this many people expected to take the step, and as many expected not to, in each period. */
const FEWEST = 5;
/** The critical value of the z-test at 5 %, two-sided. */
const CRITICAL_Z = 1.96;

/** A two-proportion z-test, two-sided, at the level of 5 %. */
function isClear({ now, before }: Pick<StepRate, 'now' | 'before'>): boolean {
  const pooled = (now.reached + before.reached) / (now.of + before.of);
  if (!(Math.min(now.of, before.of) * Math.min(pooled, 1 - pooled) >= FEWEST)) return false;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / now.of + 1 / before.of));
  return Math.abs(now.reached / now.of - before.reached / before.of) > CRITICAL_Z * error;
}

/** The step whose share changed most, the first of several; undefined when none changed clearly. */
export function largestChange(steps: StepRate[]): StepRate | undefined {
  const size = ({ change = 0 }: StepRate) => Math.abs(change);
  return steps.filter((step) => step.isClear).toSorted((one, other) => size(other) - size(one))[0];
}

/** "+3.4 points" */
export function changeText({ change, isClear: clear }: StepRate): string {
  if (change === undefined) return 'Not known';
  if (!clear) return 'No clear change';
  const points = Math.abs(change).toFixed(1).replace('.0', '');
  return `${change > 0 ? '+' : '-'}${points} ${points === '1' ? 'point' : 'points'}`;
}

const UNITS: [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/** The two largest units of a number of seconds: "1 d 3 h", "2 min 5 s". */
export function timeText(seconds: number | null): string {
  if (seconds === null) return 'No one';
  const at = UNITS.findIndex(([, unit]) => seconds >= unit);
  const [[name, unit] = ['s', 1], smaller] = UNITS.slice(at < 0 ? -1 : at);
  const rest = smaller ? Math.floor((seconds % unit) / smaller[1]) : 0;
  return `${Math.floor(seconds / unit)} ${name}${smaller && rest ? ` ${rest} ${smaller[0]}` : ''}`;
}
