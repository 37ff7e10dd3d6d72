/** The table of actions by state is in test/flows/support-actions.spec.ts. */
import { describe, expect, it } from '@jest/globals';
import { SUPPORT_ACTION_NAMES } from '@lampstand/contracts/back-office';
import { TRIAL_STATES } from '@lampstand/workflows';
import { availableActions, whyUnavailable } from './support-action-rules.ts';

const STORED = TRIAL_STATES.filter((state) => state !== 'registration');
const UNMARKED = { contacted: false, superseded: false };
const THERE = { erased: false, erasureAsked: false, account: null, ...UNMARKED };
const OPEN = { open: true, newEmail: null, newPhone: null };

describe('the available support actions', () => {
  it.each([
    [
      'trialing',
      null,
      ['resend-welcome', 'send-plan-link', 'end-plan-links', 'move-trial-end', 'change-plan', 'cancel-subscription'],
    ],
    [
      'trialing',
      new Date(),
      ['resend-welcome', 'send-plan-link', 'end-plan-links', 'move-trial-end', 'change-plan', 'keep-subscription'],
    ],
    ['active', null, ['send-plan-link', 'end-plan-links', 'change-plan', 'cancel-subscription']],
    ['pastDue', null, ['send-plan-link', 'end-plan-links', 'change-plan', 'retry-invoice', 'cancel-subscription']],
    ['canceled', null, []],
  ])('are those of a subscription that is %s', (state, cancelAt, expected) => {
    const offers = availableActions({ state: 'success', ...THERE, subscription: { state, cancelAt } });
    const names = offers.filter(({ possible }) => possible).map(({ name }) => name);
    expect(names).toEqual(['erase', 'mark-contacted', ...expected]);
  });

  it('include approving and undoing a pending erasure', () => {
    const possible = (erasureAsked: boolean) =>
      availableActions({ state: 'success', ...THERE, erasureAsked })
        .filter((each) => each.possible)
        .map(({ name }) => name);
    expect(possible(false)).toEqual(['erase', 'mark-contacted']);
    expect(possible(true)).toEqual(['approve-erasure', 'undo-erasure', 'mark-contacted']);
  });

  it.each([
    [OPEN, ['correct-phone', 'correct-email']],
    [{ ...OPEN, newEmail: 'new@church.example' }, ['correct-phone', 'correct-email', 'undo-correction']],
    [{ ...OPEN, newPhone: '5125550142' }, ['correct-phone', 'correct-email', 'undo-correction']],
    [{ ...OPEN, open: false }, []],
  ])('include correcting the contact of an open account: %j', (account, expected) => {
    const offers = availableActions({ state: 'success', ...THERE, account });
    const names = offers.filter(({ possible }) => possible).map(({ name }) => name);
    expect(names).toEqual([...expected, 'erase', 'mark-contacted']);
  });

  it('include removing a mark that is there', () => {
    const marked = { ...THERE, contacted: true, superseded: true };
    expect(whyUnavailable('unmark-contacted', { ...marked, state: 'cancelled' })).toBeUndefined();
    expect(whyUnavailable('unsupersede', { ...marked, state: 'phoneVerification' })).toBeUndefined();
    expect(whyUnavailable('unsupersede', { ...marked, state: 'cancelled' })).toBe('The sign-up was canceled.');
  });

  it('are none for an erased person', () => {
    for (const state of STORED)
      for (const name of SUPPORT_ACTION_NAMES)
        expect(whyUnavailable(name, { state, erased: true, erasureAsked: true, ...UNMARKED })).toBe(
          'The person was erased.',
        );
  });
});
