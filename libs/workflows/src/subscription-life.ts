import { setup, type StateValueFrom } from 'xstate';

/** What the payment provider reports of a subscription, as facts in the past tense. */
export type SubscriptionEvent = {
  type: 'trial.started' | 'became.trialing' | 'became.active' | 'became.pastDue' | 'became.unpaid' | 'became.canceled';
};

/** What follows from a move: the server turns each name into one job. */
const effects = {
  announceChange: () => {},
  closeAccount: () => {},
  sendSubscriptionEnded: () => {},
};

export type SubscriptionEffect = keyof typeof effects;

const changed = (target: string) => ({ target, actions: 'announceChange' as const });
const canceled = { target: 'canceled', actions: ['closeAccount', 'sendSubscriptionEnded'] as const };

/** `inTrial`: the free days run. `billed`: the plan is charged. `ended`: no more steps. `unstarted`: no subscription yet. */
type SubscriptionTag = 'unstarted' | 'inTrial' | 'billed' | 'ended';

/**
 * The life of a subscription: a mirror of what the payment provider says, which holds the truth. So every status is
 * accepted from every other, in any order, but nothing comes after the end. What depends on dates or invoices is no
 * effect of a move: it is keyed by its own fact.
 */
// oxfmt-ignore
export const subscriptionLife = setup({
  types: { events: {} as SubscriptionEvent, tags: {} as SubscriptionTag },
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
      on: {
        'became.active':   changed('active'),
        'became.pastDue':  changed('pastDue'),
        'became.unpaid':   changed('unpaid'),
        'became.canceled': canceled } },
    active: {
      description: 'The free days are over and the plan is billed every month.',
      tags: ['billed'],
      on: {
        'became.trialing': changed('trialing'),
        'became.pastDue':  changed('pastDue'),
        'became.unpaid':   changed('unpaid'),
        'became.canceled': canceled } },
    pastDue: {
      description: 'An invoice could not be paid; the provider tries again by itself.',
      tags: ['billed'],
      on: {
        'became.trialing': changed('trialing'),
        'became.active':   changed('active'),
        'became.unpaid':   changed('unpaid'),
        'became.canceled': canceled } },
    unpaid: {
      description: 'The provider has stopped trying; the open invoice waits for a card that works.',
      tags: ['billed'],
      on: {
        'became.trialing': changed('trialing'),
        'became.active':   changed('active'),
        'became.pastDue':  changed('pastDue'),
        'became.canceled': canceled } },
    canceled: {
      description: 'Over: canceled by the person, by us, or for lack of a payment.',
      tags: ['ended'],
      type: 'final' },
  },
});

export type SubscriptionState = StateValueFrom<typeof subscriptionLife>;

export const SUBSCRIPTION_STATES = Object.keys(subscriptionLife.states) as SubscriptionState[];
