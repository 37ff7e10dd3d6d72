import { describe, expect, it } from 'vitest';
import { hasTag, isStarted, SUBSCRIPTION_STATES, TRIAL_STATES, trialSignup } from '@lampstand/workflows';
import { MEMBER_STATES, SIGNUP_STATES } from './states.ts';

describe('The states that the list of sign-ups is filtered by', () => {
  it('are those of a sign-up that is stored, in the order of the chart', () => {
    expect(SIGNUP_STATES).toEqual(TRIAL_STATES.filter((state) => !hasTag(trialSignup, state, 'unsaved')));
  });

  it('are those of a subscription that began, in the order of the chart', () => {
    expect(MEMBER_STATES).toEqual(SUBSCRIPTION_STATES.filter(isStarted));
  });
});
