import { describe, expect, it } from '@jest/globals';
import { REPAIR_NAMES, type RepairName } from '@lampstand/contracts/back-office';
import { TRIAL_STATES, type TrialState } from '@lampstand/workflows';
import { availableActions, whyUnavailable } from './support-action-rules.ts';

const STORED = TRIAL_STATES.filter((state) => state !== 'registration');
const UNFINISHED: TrialState[] = ['phoneVerification', 'billingInformation'];
const BEFORE_ACCOUNT: TrialState[] = [...UNFINISHED, 'openingAccount'];

const POSSIBLE: Record<RepairName, TrialState[]> = {
  'resend-code': ['phoneVerification'],
  'send-resume-link': BEFORE_ACCOUNT,
  'correct-phone': UNFINISHED,
  'correct-email': BEFORE_ACCOUNT,
  'retry-opening': ['openingAccount'],
  'send-payment-link': ['billingInformation'],
  'cancel-signup': UNFINISHED,
  supersede: UNFINISHED,
  erase: STORED,
  'approve-erasure': [],
  'undo-erasure': [],
  'mark-contacted': STORED,
  'send-plan-link': [],
  'end-plan-links': [],
  'extend-trial': [],
  'cancel-subscription': [],
  'keep-subscription': [],
};

const THERE = { erased: false, erasureAsked: false };

const TABLE = STORED.flatMap((state) => REPAIR_NAMES.map((name) => ({ state, name })));

describe('the available support actions', () => {
  it.each(TABLE)('include $name in $state, or give the reason', ({ state, name }) => {
    const offer = availableActions({ state, ...THERE }).find((each) => each.name === name);
    const possible = POSSIBLE[name].includes(state);
    expect(offer?.possible).toBe(possible);
    if (!possible) expect(offer?.why).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ['trialing', null, ['send-plan-link', 'end-plan-links', 'extend-trial', 'cancel-subscription']],
    ['trialing', new Date(), ['send-plan-link', 'end-plan-links', 'extend-trial', 'keep-subscription']],
    ['active', null, ['send-plan-link', 'end-plan-links', 'cancel-subscription']],
    ['pastDue', null, ['send-plan-link', 'end-plan-links', 'cancel-subscription']],
    ['canceled', null, []],
  ])('are those of a subscription that is %s', (state, cancelAt, expected) => {
    const offers = availableActions({ state: 'success', ...THERE, subscription: { state, cancelAt } });
    const names = offers.filter(({ possible }) => possible).map(({ name }) => name);
    expect(names.filter((name) => POSSIBLE[name].length === 0)).toEqual(expected);
  });

  it('include approving and undoing a pending erasure', () => {
    const possible = (erasureAsked: boolean) =>
      availableActions({ state: 'success', erased: false, erasureAsked })
        .filter((each) => each.possible)
        .map(({ name }) => name);
    expect(possible(false)).toEqual(['erase', 'mark-contacted']);
    expect(possible(true)).toEqual(['approve-erasure', 'undo-erasure', 'mark-contacted']);
  });

  it('are none for an erased person', () => {
    for (const state of STORED)
      for (const name of REPAIR_NAMES)
        expect(whyUnavailable(name, { state, erased: true, erasureAsked: true })).toBe('The person was erased.');
  });
});
