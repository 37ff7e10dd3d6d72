import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import type { SubscriptionState } from '@lampstand/workflows';

/** An invoice is drafted when a period ends and collected about an hour later; webhooks come within minutes. */
const AFTER_A_PERIOD_MINUTES = [5, 70];

/**
 * When to look at a subscription without having been told: soon after what happens by itself, and once a day. Null when
 * nothing can happen any more.
 */
export function nextCheck(state: SubscriptionState, ends: Date[], now: Date): Date | null {
  if (state === 'canceled') return null;
  const moments = ends.flatMap((end) => AFTER_A_PERIOD_MINUTES.map((minutes) => minutesAfter(end, minutes)));
  const coming = moments.filter((moment) => moment > now);
  return [...coming, daysAfter(now, 1)].reduce((first, moment) => (moment < first ? moment : first));
}
