import { setup, type StateValueFrom } from 'xstate';
import { hasTag } from './chart.ts';

/** What the payment provider reports of a subscription, as facts in the past tense. */
export type SubscriptionEvent = {
  type: 'trial.started' | 'became.trialing' | 'became.active' | 'became.pastDue' | 'became.unpaid' | 'became.canceled';
};

/** What follows from a transition: the server turns each name into one job. */
const effects = {
  announceChange: () => {},
  closeAccount: () => {},
  reopenAccount: () => {},
  voidOpenInvoices: () => {},
  sendSubscriptionEnded: () => {},
  sendReactivated: () => {},
};

export type SubscriptionEffect = keyof typeof effects;

const changed = (target: string) => ({ target, actions: 'announceChange' as const });
const canceled = {
  target: 'canceled',
  actions: ['closeAccount', 'voidOpenInvoices', 'sendSubscriptionEnded'] as const,
};

/** Only by another subscription of the same customer: one that has ended never runs again. */
const reactivated = (target: string) => ({ target, actions: ['reopenAccount', 'sendReactivated'] as const });

/**
 * `inTrial`: the free days run. `billed`: the plan is charged. `owing`: an invoice is open. `ended`: nothing is charged.
 * `unstarted`: no subscription yet.
 */
type SubscriptionTag = 'unstarted' | 'inTrial' | 'billed' | 'owing' | 'ended';

/** The statuses of a Stripe subscription that a state stands for: https://docs.stripe.com/api/subscriptions/object */
interface SubscriptionMeta {
  stripe: string[];
}

/**
 * The life of a subscription: which status that the payment provider reports may follow which. Statuses are read at
 * intervals and those in between are missed, so every one may follow every other, but the first subscription
 * of an account begins with its trial, and only a reactivation follows an end. What depends on dates or invoices is no effect of a transition: it is keyed by its own fact.
 */
// oxfmt-ignore
export const subscriptionLife = setup({
  types: { events: {} as SubscriptionEvent, tags: {} as SubscriptionTag, meta: {} as SubscriptionMeta },
  actions: effects,
}).createMachine({
  id: 'subscription-life', version: '1', initial: 'unstarted',
  states: {
    unstarted: {
      description: 'There is no subscription yet.',
      tags: ['unstarted'],
      on: { 'trial.started': 'trialing' } },
    trialing: {
      description: 'The free days run; nothing has been charged.',
      tags: ['inTrial'],
      meta: { stripe: ['trialing'] },
      on: {
        'became.active':   changed('active'),
        'became.pastDue':  changed('pastDue'),
        'became.unpaid':   changed('unpaid'),
        'became.canceled': canceled } },
    active: {
      description: 'The free days are over and the plan is billed every month.',
      tags: ['billed'],
      meta: { stripe: ['active', 'paused'] },
      on: {
        'became.trialing': changed('trialing'),
        'became.pastDue':  changed('pastDue'),
        'became.unpaid':   changed('unpaid'),
        'became.canceled': canceled } },
    pastDue: {
      description: 'An invoice could not be paid; the provider tries again by itself.',
      tags: ['billed', 'owing'],
      meta: { stripe: ['past_due', 'incomplete'] },
      on: {
        'became.trialing': changed('trialing'),
        'became.active':   changed('active'),
        'became.unpaid':   changed('unpaid'),
        'became.canceled': canceled } },
    unpaid: {
      description: 'The provider has stopped trying; the open invoice waits for a card that works.',
      tags: ['billed', 'owing'],
      meta: { stripe: ['unpaid'] },
      on: {
        'became.trialing': changed('trialing'),
        'became.active':   changed('active'),
        'became.pastDue':  changed('pastDue'),
        'became.canceled': canceled } },
    canceled: {
      description: 'Over: canceled by the person, by us, or for lack of a payment. The member can start again.',
      tags: ['ended'],
      meta: { stripe: ['canceled', 'incomplete_expired'] },
      on: {
        'became.trialing': reactivated('trialing'),
        'became.active':   reactivated('active'),
        'became.pastDue':  reactivated('pastDue'),
        'became.unpaid':   reactivated('unpaid') } },
  },
});

export type SubscriptionState = StateValueFrom<typeof subscriptionLife>;

type StartedState = Exclude<SubscriptionState, 'unstarted'>;

export const SUBSCRIPTION_STATES = Object.keys(subscriptionLife.states) as SubscriptionState[];

/** The state of a subscription with this status at Stripe; undefined for a status that the chart does not name. */
export const stateOfStripeStatus = (status: string): StartedState | undefined =>
  SUBSCRIPTION_STATES.filter(isStarted).find((state) => subscriptionLife.states[state]?.meta?.stripe.includes(status));

/** Whether a subscription exists at the payment provider. */
export const isStarted = (state: SubscriptionState): state is StartedState =>
  !hasTag(subscriptionLife, state, 'unstarted');
