import { minutesAfter } from '../platform/clock/instants.ts';

/** When a sweep asks the payment provider whether a card was stored: after two minutes, then less and less often. */

const FIRST_MINUTES = 2;
const SELDOM_MINUTES = 60;
const GIVE_UP_HOURS = 48;

export const firstCardCheck = (startedAt: Date): Date => minutesAfter(startedAt, FIRST_MINUTES);

/** The check after the one at `now`, or null after two days. */
export function nextCardCheck(startedAt: Date, now: Date): Date | null {
  const minutes = (now.getTime() - startedAt.getTime()) / 60_000;
  if (minutes > GIVE_UP_HOURS * 60) return null;
  return minutesAfter(now, Math.min(SELDOM_MINUTES, Math.max(FIRST_MINUTES, minutes)));
}
