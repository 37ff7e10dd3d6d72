import { civilDay } from '@lampstand/contracts';
import type { DayRange } from '@lampstand/contracts/back-office';
import { daysAfter, onDay } from '../../platform/clock/instants.ts';

/** The latest end of a trial, from now. */
const LONGEST_EXTENSION_DAYS = 90;

interface Given {
  trialEndsAt: Date;
  /** The day from which the member agreed to be charged; without an agreement only later days are safe. */
  agreed: string | undefined;
  now: Date;
  zone: string;
}

/** The days to which the end of a trial can be moved, at the same time of day. */
export function trialEndRange({ trialEndsAt, agreed, now, zone }: Given): DayRange {
  const last = daysAfter(now, LONGEST_EXTENSION_DAYS);
  const day = (at: Date) => civilDay(at, zone);
  const endOn = (until: string) => onDay(trialEndsAt, until, zone);
  const today = day(now);
  const next = endOn(today) > now ? today : day(endOn(dayAfter(today, 1)));
  const earliest = agreed ?? day(trialEndsAt);
  return {
    earliest: earliest > next ? earliest : next,
    latest: endOn(day(last)) <= last ? day(last) : dayAfter(day(last), -1),
  };
}

const dayAfter = (day: string, days: number): string =>
  daysAfter(new Date(`${day}T00:00:00Z`), days)
    .toISOString()
    .slice(0, 10);
