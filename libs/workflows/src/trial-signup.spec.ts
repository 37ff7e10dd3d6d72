import { describe, expect, it } from 'vitest';
import { effectsOf, hasTag, initialStateOf, transition, transitionsOf } from './chart.ts';
import { TRIAL_STATES, trialSignup } from './trial-signup.ts';

const LINK = 'sendResumeLink';
const self = { phone: 'phoneVerification', billing: 'billingInformation', opening: 'openingAccount' };

/** The order of the sign-up as it was agreed, written out: state, event, next, what follows. */
// oxfmt-ignore
const AGREED: [string, string, string, string[]][] = [
  ['registration', 'signup.saved', 'phoneVerification', ['sendSignupSaved']],
  [self.phone, 'phone.changed', self.phone, ['dropOldCode']],
  [self.phone, 'email.corrected', self.phone, [LINK]],
  [self.phone, 'link.requested', self.phone, [LINK]],
  [self.phone, 'visitor.wentQuiet', self.phone, ['sendReminder']],
  [self.phone, 'phone.verified', self.billing, ['supersedeOlderTrials']],
  [self.phone, 'account.existed', 'alreadyMember', []],
  [self.phone, 'signup.cancelled', 'cancelled', ['cancelSetupIntent']],
  [self.billing, 'plan.selected', self.billing, []],
  [self.billing, 'phone.changed', self.phone, ['cancelSetupIntent', LINK]],
  [self.billing, 'email.corrected', self.billing, [LINK]],
  [self.billing, 'link.requested', self.billing, [LINK]],
  [self.billing, 'visitor.wentQuiet', self.billing, ['sendReminder']],
  [self.billing, 'payment.linkRequested', self.billing, ['sendPaymentLink']],
  [self.billing, 'card.saved', self.opening, ['openAccount']],
  [self.billing, 'account.existed', 'alreadyMember', ['cancelSetupIntent']],
  [self.billing, 'signup.cancelled', 'cancelled', ['cancelSetupIntent']],
  [self.opening, 'email.corrected', self.opening, [LINK]],
  [self.opening, 'link.requested', self.opening, [LINK]],
  [self.opening, 'account.opened', 'success', ['sendWelcomeMail', 'announceAccount']],
  [self.opening, 'account.existed', 'alreadyMember', ['deleteCustomer']],
  [self.opening, 'card.lost', self.billing, ['sendCardNeeded']],
  [self.opening, 'opening.retried', self.opening, ['openAccount']],
  ['alreadyMember', 'card.saved', 'alreadyMember', ['deleteCustomer']],
  ['cancelled', 'card.saved', 'cancelled', ['deleteCustomer']],
];

const EVENTS = [...new Set(AGREED.map(([, event]) => event))];
const ILLEGAL = TRIAL_STATES.flatMap((state) =>
  EVENTS.filter((event) => !AGREED.some(([from, name]) => from === state && name === event)).map((event) => ({
    state,
    event,
  })),
);

describe('the chart of the sign-up', () => {
  it('has the seven states of the product and starts with an empty form', () => {
    expect([...TRIAL_STATES].sort()).toEqual(
      ['registration', self.phone, self.billing, self.opening, 'success', 'alreadyMember', 'cancelled'].sort(),
    );
    expect(initialStateOf(trialSignup)).toBe('registration');
  });

  it.each(AGREED)('leads from %s by %s to %s', (from, event, next, effects) => {
    expect(transition(trialSignup, from, event)).toEqual({ state: next, effects });
  });

  it('has no transition that was not agreed', () => {
    const agreed = AGREED.map(([from, event, to]) => `${from} ${event} ${to}`);
    const drawn = transitionsOf(trialSignup).map(({ from, event, to }) => `${from} ${event} ${to}`);
    expect(drawn.sort()).toEqual(agreed.sort());
  });

  it('names what can follow, each effect once', () => {
    expect(effectsOf(trialSignup).sort()).toEqual([...new Set(AGREED.flatMap(([, , , effects]) => effects))].sort());
  });

  it('reaches every state from the empty form', () => {
    const reached = new Set(['registration']);
    for (const from of reached)
      for (const each of transitionsOf(trialSignup)) if (each.from === from) reached.add(each.to);
    expect([...reached].sort()).toEqual([...TRIAL_STATES].sort());
  });

  it.each(ILLEGAL)('refuses $event in $state', ({ state, event }) => {
    expect(transition(trialSignup, state, event)).toBeUndefined();
  });

  it('refuses an unknown event', () => {
    expect(transition(trialSignup, 'phoneVerification', 'phone.guessed')).toBeUndefined();
  });

  it('ends where the account is open: cancelling and extending belong to the subscription', () => {
    expect(transitionsOf(trialSignup).filter(({ from }) => from === 'success')).toEqual([]);
  });

  it('deletes a late card where, and only where, the tag says so', () => {
    for (const state of TRIAL_STATES)
      expect(transition(trialSignup, state, 'card.saved')?.effects.includes('deleteCustomer') ?? false).toBe(
        hasTag(trialSignup, state, 'deletesLateCard'),
      );
  });

  it('describes every state, and carries a version for the journal', () => {
    for (const state of Object.values(trialSignup.states)) expect(state.description).toMatch(/\w+ \w+/);
    expect(trialSignup.version).toBe('1');
  });
});
