import { describe, expect, it } from 'vitest';
import { hasTag, isStarted, SUBSCRIPTION_STATES, TRIAL_STATES, trialSignup } from '@lampstand/workflows';
import { MEMBER_STATES, SIGNUP_STATES } from './states.ts';
import { STUCK_GROUPS } from './stuck-groups.ts';

describe('The states that the list of sign-ups is filtered by', () => {
  it('are those of a sign-up that is stored, in the order of the chart', () => {
    expect(SIGNUP_STATES).toEqual(TRIAL_STATES.filter((state) => !hasTag(trialSignup, state, 'unsaved')));
  });

  it('are those of a subscription that began, in the order of the chart', () => {
    expect(MEMBER_STATES).toEqual(SUBSCRIPTION_STATES.filter(isStarted));
  });
});

describe('The groups of the work queue', () => {
  const groupsOf = (state: string) => Object.values(STUCK_GROUPS).filter(({ states }) => states.includes(state)).length;
  const tagged = (state: (typeof TRIAL_STATES)[number], ...tags: Parameters<typeof hasTag<typeof trialSignup>>[2][]) =>
    tags.filter((tag) => hasTag(trialSignup, state, tag)).length;

  it('have each open sign-up in one of them', () => {
    for (const state of TRIAL_STATES) {
      expect(tagged(state, 'unsaved', 'open', 'ended'), `${state} is unsaved, open or ended`).toBe(1);
      expect(groupsOf(state), `groups of ${state}`).toBe(tagged(state, 'open'));
    }
  });
});
