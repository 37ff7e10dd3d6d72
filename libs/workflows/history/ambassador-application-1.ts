import type { ChartVersion } from '../src/versions.ts';

export default {
  chart: 'ambassador-application',
  version: 1,
  initial: 'draft',
  states: {
    draft: { 'application.submitted': { to: 'submitted', effects: ['sendApplicationReceived'] } },
    submitted: {
      'review.started': { to: 'inReview', effects: [] },
      'application.withdrawn': { to: 'withdrawn', effects: [] },
    },
    inReview: {
      'application.approved': { to: 'approved', effects: ['sendDecision'] },
      'application.declined': { to: 'declined', effects: ['sendDecision'] },
      'application.withdrawn': { to: 'withdrawn', effects: [] },
    },
    approved: {},
    declined: {},
    withdrawn: {},
  },
} satisfies ChartVersion;
