import { describe, expect, it } from '@jest/globals';
import { meaningOf, TRIAL_CALLS } from './calls.ts';
import { movesOf, step } from './step.ts';
import { TRIAL_STATES, trialSignup } from './trial-signup.ts';

describe('the meaning of a call', () => {
  it('is told for every call in every state', () => {
    for (const call of TRIAL_CALLS)
      for (const state of TRIAL_STATES) expect(['new', 'repeat', 'refused']).toContain(meaningOf(call, state));
  });

  it('is none before the sign-up is saved, and none after support has cancelled it', () => {
    for (const call of TRIAL_CALLS) {
      expect(meaningOf(call, 'registration')).toBe('refused');
      expect(meaningOf(call, 'cancelled')).toBe('refused');
    }
  });

  it('is new where the chart takes the event that the call reports', () => {
    const reports = {
      'verify-code': 'phone.verified',
      'update-email': 'email.corrected',
      'send-resume-link': 'link.requested',
      'update-payment-verified': 'card.saved',
    } as const;
    for (const [call, event] of Object.entries(reports) as [keyof typeof reports, string][])
      for (const state of ['phoneVerification', 'billingInformation', 'openingAccount', 'success'] as const)
        expect(meaningOf(call, state) === 'new').toBe(step(trialSignup, state, event) !== undefined);
  });
});

describe('the moves of a chart', () => {
  it('are the ones its steps take, each told once', () => {
    const moves = movesOf(trialSignup);
    for (const { from, event, to } of moves) expect(step(trialSignup, from, event)?.state).toBe(to);
    expect(new Set(moves.map(({ from, event }) => `${from} ${event}`)).size).toBe(moves.length);
  });
});
