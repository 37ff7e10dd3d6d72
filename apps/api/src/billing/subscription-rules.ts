import { hasTag, stateOfStripeStatus, subscriptionLife, type SubscriptionState } from '@lampstand/workflows';
import { isExpiredOn } from '@lampstand/contracts';
import type { Subscription } from './billing.entities.ts';
import { daysAfter, minutesAfter } from '../platform/clock/instants.ts';

/** Throws for an unknown status: the job then waits for a fix instead of guessing. */
export function stateOf(status: string): Exclude<SubscriptionState, 'unstarted'> {
  const state = stateOfStripeStatus(status);
  if (!state) throw new Error(`The payment provider reports a status that is not known here: ${status}`);
  return state;
}

/** An invoice is drafted when a period ends and collected about an hour later; webhooks arrive within minutes. */
const AFTER_A_PERIOD_MINUTES = [5, 70];

/**
 * When to sync next without a webhook: soon after each of `ends`, and at least daily. Null once the subscription is
 * canceled.
 */
export function nextCheck(state: SubscriptionState, ends: Date[], now: Date): Date | null {
  if (hasTag(subscriptionLife, state, 'ended')) return null;
  const moments = ends.flatMap((end) => AFTER_A_PERIOD_MINUTES.map((minutes) => minutesAfter(end, minutes)));
  const coming = moments.filter((moment) => moment > now);
  return [...coming, daysAfter(now, 1)].reduce((first, moment) => (moment < first ? moment : first));
}

/** Days before the trial's end; card networks require a notice 7 days ahead. */
const NOTICE_DAYS = [7, 1] as const;
type NoticeDays = (typeof NOTICE_DAYS)[number];

/** When the first notice of a trial is due. */
export const firstNotice = (trialEndsAt: Date): Date => daysAfter(trialEndsAt, -NOTICE_DAYS[0]);

const lastNotice = (trialEndsAt: Date): Date => daysAfter(trialEndsAt, -NOTICE_DAYS[1]);

/** Whether the last notice is due now or within a day, so that an earlier one that is late would say the same. */
export const isLastNoticeDue = (trialEndsAt: Date, now: Date): boolean => daysAfter(now, 1) >= lastNotice(trialEndsAt);

/** The notice due at `noticeAt`, and when the next one is; null after the last. A late first notice gives way to the last. */
export function noticeAfter(trialEndsAt: Date, noticeAt: Date, now: Date): { days: NoticeDays; next: Date | null } {
  const last = lastNotice(trialEndsAt);
  const isLast = noticeAt >= last || isLastNoticeDue(trialEndsAt, now);
  return isLast ? { days: 1, next: null } : { days: 7, next: last };
}

const EXPIRY_NOTICE_DAYS = 30;

/** Whether the card that pays expires within 30 days, or before the next charge, so that the member is to be told. */
export function isExpiring({ card, nextCharge, periodEndsAt }: Subscription, now: Date): boolean {
  if (!card || !nextCharge) return false;
  return [daysAfter(now, EXPIRY_NOTICE_DAYS), periodEndsAt].some((at) => isExpiredOn(card, at.toISOString()));
}
