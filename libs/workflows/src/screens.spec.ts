import { describe, expect, it } from '@jest/globals';
import { resumeState, screenOf, STEPS, wirePositionOf } from './screens.ts';
import { TRIAL_STATES, type TrialState } from './trial-signup.ts';

describe('a position on the wire', () => {
  // oxfmt-ignore
  it.each<[TrialState, string, boolean, boolean]>([
    //                     step                    card   member
    ['registration',       'registration',         false, false],
    ['phoneVerification',  'phone-verification',   false, false],
    ['billingInformation', 'billing-information',  false, false],
    ['openingAccount',     'billing-information',  true,  false],
    ['success',            'success',              true,  false],
    ['alreadyMember',      'success',              false, true],
    ['cancelled',          'registration',         false, false],
  ])('tells %s as %s', (state, step, paymentVerified, userExists) => {
    expect(wirePositionOf(state)).toEqual({ step, paymentVerified, userExists });
  });

  it('never shows a name of the chart', () => {
    for (const state of TRIAL_STATES) expect(STEPS).toContain(wirePositionOf(state).step);
  });
});

describe('resuming', () => {
  it.each(TRIAL_STATES.filter((state) => state !== 'cancelled'))('brings a browser back to %s', (state) => {
    expect(resumeState(wirePositionOf(state))).toBe(state);
  });

  it('lets someone whose sign-up was cancelled start over', () => {
    expect(resumeState(wirePositionOf('cancelled'))).toBe('registration');
  });

  it('asks for a card when nobody says that one is stored', () => {
    expect(resumeState({ step: 'billing-information' })).toBe('billingInformation');
  });

  it('never asks twice for a card that is stored', () => {
    expect(resumeState({ step: 'billing-information', paymentVerified: true })).toBe('openingAccount');
  });

  it('takes a finished sign-up for a success where nothing else is said', () => {
    expect(resumeState({ step: 'success' })).toBe('success');
  });
});

describe('the screen of a position', () => {
  it('is the step of the wire', () => {
    for (const state of TRIAL_STATES) expect(screenOf(state)).toBe(wirePositionOf(state).step);
  });

  it('shows success while the account still opens, once the server was left to finish alone', () => {
    expect(screenOf('openingAccount', true)).toBe('success');
  });

  it('lets handing over change no other screen', () => {
    for (const state of TRIAL_STATES.filter((each) => each !== 'openingAccount'))
      expect(screenOf(state, true)).toBe(screenOf(state));
  });
});
