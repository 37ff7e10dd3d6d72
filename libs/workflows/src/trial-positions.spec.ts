import { describe, expect, it } from 'vitest';
import { hasTag, transition } from './chart.ts';
import { handlingOf, resumeState, TRIAL_CALLS, wirePositionOf } from './trial-positions.ts';
import { STEPS, TRIAL_STATES, trialSignup, type TrialCall, type TrialState } from './trial-signup.ts';

/** The contract of the calls, written out. Columns: phoneVerification, billingInformation, openingAccount, success, alreadyMember, cancelled. */
// oxfmt-ignore
const AGREED: Record<TrialCall, string> = {
  'verify-phone':            'accept reject reject reject reject reject',
  'resend-verification':     'accept reject reject reject reject reject',
  'verify-code':             'accept replay replay replay replay reject',
  'update-email':            'accept accept accept reject reject reject',
  'update-details':          'accept accept reject reject reject reject',
  'send-resume-link':        'accept accept accept reject reject reject',
  'update-selected-plan':    'reject accept accept reject reject reject',
  'trial-setup-intent':      'reject accept replay replay reject reject',
  'trial-consent':           'reject accept reject reject reject reject',
  'trial-checkout-session':  'reject accept replay replay reject reject',
  'update-payment-verified': 'reject accept replay replay replay reject',
  'create-account':          'reject accept accept replay replay reject',
  'trial-checkout-complete': 'reject accept accept replay replay reject',
  'send-browser-code':       'reject accept accept reject reject reject',
  'prove-browser':           'accept accept accept reject reject reject',
};
/** Every saved sign-up's state, in the order of the chart. */
const COLUMNS = TRIAL_STATES.filter((state) => state !== 'registration');

describe('the handling of a call', () => {
  it.each(Object.entries(AGREED) as [TrialCall, string][])('%s is %s', (call, agreed) => {
    expect(COLUMNS.map((state) => handlingOf(call, state)).join(' ')).toBe(agreed);
  });

  it('covers every call of the contract', () => {
    expect([...TRIAL_CALLS].sort()).toEqual(Object.keys(AGREED).sort());
  });

  it('rejects every call before the sign-up is saved', () => {
    for (const call of TRIAL_CALLS) expect(handlingOf(call, 'registration')).toBe('reject');
  });

  it('accepts a call where the chart takes the event that the call reports', () => {
    const reports = {
      'verify-code': 'phone.verified',
      'update-email': 'email.corrected',
      'send-resume-link': 'link.requested',
      'update-payment-verified': 'card.saved',
    } as const;
    for (const [call, event] of Object.entries(reports) as [keyof typeof reports, string][])
      for (const state of ['phoneVerification', 'billingInformation', 'openingAccount', 'success'] as const)
        expect(handlingOf(call, state) === 'accept').toBe(transition(trialSignup, state, event) !== undefined);
  });
});

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
  ])('shows %s as %s', (state, step, paymentVerified, userExists) => {
    expect(wirePositionOf(state)).toEqual({ step, paymentVerified, userExists });
  });

  it('never shows a name of the chart', () => {
    for (const state of TRIAL_STATES) expect(STEPS).toContain(wirePositionOf(state).step);
  });
});

describe('resuming', () => {
  it.each(TRIAL_STATES.filter((state) => !hasTag(trialSignup, state, 'cancelled')))(
    'brings a browser back to %s',
    (state) => {
      expect(resumeState(wirePositionOf(state))).toBe(state);
    },
  );

  it('starts over after support cancelled the sign-up', () => {
    expect(resumeState(wirePositionOf('cancelled'))).toBe('registration');
  });

  it('asks for a card when the wire does not say that one is stored', () => {
    expect(resumeState({ step: 'billing-information' })).toBe('billingInformation');
  });

  it('never asks again for a card that is stored', () => {
    expect(resumeState({ step: 'billing-information', paymentVerified: true })).toBe('openingAccount');
    expect(resumeState({ step: 'billing-information', paymentVerified: true, userExists: true })).toBe(
      'openingAccount',
    );
  });

  it('takes a finished sign-up for a success where the flags are absent', () => {
    expect(resumeState({ step: 'success' })).toBe('success');
  });
});
