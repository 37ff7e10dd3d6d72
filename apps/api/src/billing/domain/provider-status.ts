import type { SubscriptionState } from '@lampstand/workflows';

/** The provider's word for a status, and ours (https://docs.stripe.com/api/subscriptions/object). */
const STATES: Record<string, Exclude<SubscriptionState, 'unstarted'>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'pastDue',
  incomplete: 'pastDue',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
};

/** Throws for a status that this version does not know: better a job that waits than a guess about money. */
export function stateOf(status: string): Exclude<SubscriptionState, 'unstarted'> {
  const state = STATES[status];
  if (!state) throw new Error(`The payment provider reports a status that is not known here: ${status}`);
  return state;
}
