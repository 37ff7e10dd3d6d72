/** The table of actions by state is in test/flows/support-actions.spec.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentDispute } from '@lampstand/contracts';
import { type InspectedPayment, type Role, SUPPORT_ACTION_NAMES } from '@lampstand/contracts/back-office';
import { type SubscriptionState, TRIAL_STATES, type TrialState } from '@lampstand/workflows';
import type { Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Settings } from '../../../platform/config/index.ts';
import { IncompleteServer } from '../../../platform/errors.ts';
import { TrialSignup } from '../../../trials/index.ts';
import { FactTags } from '../../auth/index.ts';
import * as contact from './contact.ts';
import * as erasure from './erasure.ts';
import * as links from './links.ts';
import * as payments from './payments.ts';
import * as signUp from './sign-up.ts';
import * as subscription from './subscription.ts';
import { SupportAction } from './support-action.controller.ts';
import { ShownFacts } from './shown-facts.ts';
import { type ActionTarget, SupportActions } from './support-actions.ts';

const SETTINGS = {
  provide: Settings,
  useValue: Object.assign(new Settings(), { SESSION_SECRETS: 'a secret of a test, which is long enough' }),
};

const CLASSES: Type[] = Object.values({ ...contact, ...erasure, ...links, ...payments, ...signUp, ...subscription });

async function start(controllers: Type[]): Promise<SupportActions> {
  const module = Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers,
    providers: [SupportActions, ShownFacts, FactTags, SETTINGS],
  });
  const started = await module.useMocker(() => ({})).compile();
  await started.init();
  return started.get(SupportActions);
}

const BILLED = {
  id: 'sub_1',
  plan: 'tier_1_19' as const,
  trialEndsAt: new Date(0),
  periodEndsAt: new Date(0),
  card: null,
  monthlyInCents: 1999,
  nextCharge: null,
  pause: null,
  payments: [],
  overPlan: [],
  owed: { inCents: 0, nextAttemptAt: null },
} satisfies Partial<ActionTarget['subscription']>;

const OPEN = { open: true, newEmail: null, newPhone: null, emailClaimedAt: null };

type Given = Pick<ActionTarget, 'account'> & {
  subscription?: { state: SubscriptionState; cancelAt: Date | null; payments?: InspectedPayment[] };
} & {
  state?: TrialState;
} & Partial<TrialSignup>;

let actions: SupportActions;
beforeAll(async () => {
  actions = await start(CLASSES);
});

const offersFor = ({ account, subscription: billed, ...given }: Given, role: Role = 'administrator') => {
  const trial = {
    state: 'success',
    erasedAt: null,
    erasureRequestedAt: null,
    contactedAt: null,
    supersededBy: null,
  } as const;
  const target = {
    trial: Object.assign(new TrialSignup(), trial, given),
    account,
    subscription: billed && { ...BILLED, ...billed },
  };
  return actions.offersFor(target, role);
};
const available = (given: Given) => offersFor(given).flatMap(({ name, possible }) => (possible ? [name] : []));
const whyNot = (name: string, given: Given) =>
  offersFor(given).flatMap((offer) => (offer.name === name && !offer.possible ? [offer.why] : []))[0];

describe('the classes of the support actions', () => {
  it('are one for each action of the wire', async () => {
    const without = CLASSES.filter((each) => each !== contact.ResendCode);
    const missing = new IncompleteServer('No controller of a module has @SupportAction for: resend-code.');
    await expect(start(without)).rejects.toStrictEqual(missing);

    @SupportAction('resend-code')
    class Again extends contact.ResendCode {}
    const double = new IncompleteServer("Two classes have @SupportAction('resend-code').");
    await expect(start([...CLASSES, Again])).rejects.toStrictEqual(double);
  });
});

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
    ['canceled', null, ['send-plan-link', 'end-plan-links']],
  ] as const)('are those of a subscription that is %s', (state, cancelAt, expected) => {
    expect(available({ subscription: { state, cancelAt } })).toEqual(['erase', 'mark-contacted', ...expected]);
  });

  it('include refunding what is left of a payment for administrators, and sending its receipt, also after the end', () => {
    const of = (refundedInCents: number, dispute: Partial<PaymentDispute> | null = null) => {
      const payment = { id: 'in_1', paidInCents: 1999, refundedInCents, dispute } as InspectedPayment;
      return { subscription: { state: 'canceled' as const, cancelAt: null, payments: [payment] } };
    };
    expect(available(of(500))).toEqual(expect.arrayContaining(['refund', 'email-receipt']));
    expect(available(of(1999))).toContain('email-receipt');
    expect(whyNot('refund', of(1999))).toBe('Nothing is left to refund.');
    for (const state of ['inquiry', 'won'] as const)
      expect(available(of(0, { state }))).toEqual(expect.arrayContaining(['refund', 'email-receipt']));
    expect(whyNot('refund', of(0, { state: 'underReview' }))).toMatch(/^The payment is disputed at the bank\./);
    expect(whyNot('refund', of(0, { state: 'lost' }))).toMatch(/^The dispute of the payment was lost/);
    expect(whyNot('email-receipt', of(0, { state: 'lost' }))).toBe('No invoice is paid.');
    expect(offersFor(of(0), 'support')).toContainEqual({
      name: 'refund',
      possible: false,
      why: 'Only an administrator can do this.',
    });
  });

  it('include approving and undoing a pending erasure', () => {
    expect(available({})).toEqual(['erase', 'mark-contacted']);
    expect(available({ erasureRequestedAt: new Date() })).toEqual([
      'approve-erasure',
      'undo-erasure',
      'mark-contacted',
    ]);
  });

  it.each([
    [OPEN, ['correct-phone', 'correct-email']],
    [{ ...OPEN, newEmail: 'new@church.example' }, ['correct-phone', 'correct-email', 'undo-correction']],
    [{ ...OPEN, newPhone: '5125550142' }, ['correct-phone', 'correct-email', 'undo-correction']],
    [{ ...OPEN, open: false }, []],
  ])('include correcting the contact of an open account: %j', (account, expected) => {
    expect(available({ account })).toEqual([...expected, 'erase', 'mark-contacted']);
  });

  it('include removing a mark that is there', () => {
    const marked = { contactedAt: new Date(), supersededBy: 7 };
    expect(available({ ...marked, state: 'cancelled' })).toContain('unmark-contacted');
    expect(available({ ...marked, state: 'phoneVerification' })).toContain('unsupersede');
    expect(whyNot('unsupersede', { ...marked, state: 'cancelled' })).toBe('The sign-up was canceled.');
  });

  it('are none for an erased person', () => {
    for (const state of TRIAL_STATES.filter((each) => each !== 'registration'))
      expect(offersFor({ state, erasedAt: new Date(), erasureRequestedAt: new Date() })).toEqual(
        SUPPORT_ACTION_NAMES.map((name) => ({ name, possible: false, why: 'The person was erased.' })),
      );
  });
});
