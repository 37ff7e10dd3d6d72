import { minutesAfter } from '../../platform/clock/instants.ts';

const HOUR = 60;
/** How long somebody has been quiet when the first, the second and the last reminder go out, in minutes. */
const QUIET_MINUTES = [30, 24 * HOUR, 3 * 24 * HOUR] as const;

export const MOST_REMINDERS = QUIET_MINUTES.length;

/** Who was last seen before this is due for a reminder, after as many as went out already; null after the last. */
export function quietSince(reminders: number, now: Date): Date | null {
  const minutes = QUIET_MINUTES[reminders];
  return minutes === undefined ? null : minutesAfter(now, -minutes);
}
