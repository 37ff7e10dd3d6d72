import type { ChartVersion } from '../src/versions.ts';

export default {
  chart: 'subscription-life',
  version: 1,
  initial: 'unstarted',
  states: {
    unstarted: { 'trial.started': { to: 'trialing', effects: [] } },
    trialing: {
      'became.active': { to: 'active', effects: ['announceChange'] },
      'became.pastDue': { to: 'pastDue', effects: ['announceChange'] },
      'became.unpaid': { to: 'unpaid', effects: ['announceChange'] },
      'became.canceled': { to: 'canceled', effects: ['closeAccount', 'sendSubscriptionEnded'] },
    },
    active: {
      'became.trialing': { to: 'trialing', effects: ['announceChange'] },
      'became.pastDue': { to: 'pastDue', effects: ['announceChange'] },
      'became.unpaid': { to: 'unpaid', effects: ['announceChange'] },
      'became.canceled': { to: 'canceled', effects: ['closeAccount', 'sendSubscriptionEnded'] },
    },
    pastDue: {
      'became.trialing': { to: 'trialing', effects: ['announceChange'] },
      'became.active': { to: 'active', effects: ['announceChange'] },
      'became.unpaid': { to: 'unpaid', effects: ['announceChange'] },
      'became.canceled': { to: 'canceled', effects: ['closeAccount', 'sendSubscriptionEnded'] },
    },
    unpaid: {
      'became.trialing': { to: 'trialing', effects: ['announceChange'] },
      'became.active': { to: 'active', effects: ['announceChange'] },
      'became.pastDue': { to: 'pastDue', effects: ['announceChange'] },
      'became.canceled': { to: 'canceled', effects: ['closeAccount', 'sendSubscriptionEnded'] },
    },
    canceled: {},
  },
} satisfies ChartVersion;
