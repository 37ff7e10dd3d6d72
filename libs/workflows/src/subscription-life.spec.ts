import { describe, expect, it } from 'vitest';
import { initialStateOf, transition, transitionsOf } from './chart.ts';
import { stateOfStripeStatus, SUBSCRIPTION_STATES, subscriptionLife } from './subscription-life.ts';

const LIVE = ['trialing', 'active', 'pastDue', 'unpaid'];
const REPORTED = [...LIVE, 'canceled'];

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const STRIPE_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
];

describe('the life of a subscription', () => {
  it('has the five statuses of the provider that we tell apart, and a beginning', () => {
    expect(SUBSCRIPTION_STATES).toEqual(['unstarted', ...REPORTED]);
    expect(initialStateOf(subscriptionLife)).toBe('unstarted');
  });

  it('begins with a trial, and with nothing else', () => {
    expect(transition(subscriptionLife, 'unstarted', 'trial.started')).toEqual({ state: 'trialing', effects: [] });
    expect(transitionsOf(subscriptionLife).filter(({ from }) => from === 'unstarted')).toHaveLength(1);
  });

  it.each(LIVE)('takes every other status from %s, in any order, and notifies the dashboard', (from) => {
    for (const to of REPORTED.filter((each) => each !== from)) {
      const effects =
        to === 'canceled' ? ['closeAccount', 'voidOpenInvoices', 'sendSubscriptionEnded'] : ['announceChange'];
      expect(transition(subscriptionLife, from, `became.${to}`)).toEqual({ state: to, effects });
    }
    expect(transition(subscriptionLife, from, `became.${from}`)).toBeUndefined();
    expect(transition(subscriptionLife, from, 'trial.started')).toBeUndefined();
  });

  it('is followed by another subscription of the member at most', () => {
    const effects = ['reopenAccount', 'sendReactivated'];
    for (const to of LIVE)
      expect(transition(subscriptionLife, 'canceled', `became.${to}`)).toEqual({ state: to, effects });
    for (const event of ['became.canceled', 'trial.started'])
      expect(transition(subscriptionLife, 'canceled', event)).toBeUndefined();
  });

  it('has a state for each status of a Stripe subscription, and for no other word', () => {
    const states = STRIPE_STATUSES.map((status) => [status, stateOfStripeStatus(status)]);
    expect(Object.fromEntries(states)).toEqual({
      trialing: 'trialing',
      active: 'active',
      past_due: 'pastDue',
      incomplete: 'pastDue',
      unpaid: 'unpaid',
      paused: 'active',
      canceled: 'canceled',
      incomplete_expired: 'canceled',
    });
    const named = Object.values(subscriptionLife.states).flatMap(({ meta }) => meta?.stripe ?? []);
    expect(named.toSorted()).toEqual(STRIPE_STATUSES.toSorted());
    expect(stateOfStripeStatus('unstarted')).toBeUndefined();
  });

  it('describes every state, and carries a version for the journal', () => {
    for (const state of Object.values(subscriptionLife.states)) expect(state.description).toMatch(/\w+ \w+/);
    expect(subscriptionLife.version).toBe('1');
  });
});
