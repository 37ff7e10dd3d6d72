/** Every call of the sign-up in every state, from a known browser and from another one. @slow */
import { describe, expect, it } from 'vitest';
import {
  type CallHandling,
  handlingOf,
  resumeState,
  TRIAL_CALLS,
  TRIAL_STATES,
  type TrialCall,
  type TrialState,
} from '@lampstand/workflows';
import {
  aCheckout,
  aConsent,
  anOpenCardForm,
  aTrial,
  anEmail,
  aPastor,
  callsTo,
  idOf,
  journalOf,
  storedTrial,
  aLinkedCard,
  aMailedProof,
  changeTrial,
  daysAgo,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post, get } = callsTo(stack);

type StoredState = Exclude<TrialState, 'registration'>;
/** The order of the steps, and the ways to end without an account of one's own. */
const PLACES = {
  phoneVerification: 0,
  billingInformation: 1,
  openingAccount: 2,
  success: 3,
  alreadyMember: 'member',
  cancelled: 'canceled',
} as const satisfies Record<StoredState, number | 'member' | 'canceled'>;
const STORED = Object.keys(PLACES) as StoredState[];
const [PHONE, BILLING, OPENING] = ['phoneVerification', 'billingInformation', 'openingAccount'] as const;
type Step = typeof PHONE | typeof BILLING | typeof OPENING;

/**
 * The rule of each call: the steps in which it may take effect, and what it means in later steps. In earlier steps it is
 * refused. The account of an existing member repeats `ofMember` calls only; a canceled sign-up refuses every call.
 */
const RULES: Record<TrialCall, { first: Step; last: Step; later: CallHandling; ofMember?: true }> = {
  'verify-phone': { first: PHONE, last: PHONE, later: 'reject' },
  'resend-verification': { first: PHONE, last: PHONE, later: 'reject' },
  'verify-code': { first: PHONE, last: PHONE, later: 'replay', ofMember: true },
  'update-email': { first: PHONE, last: OPENING, later: 'reject' },
  'update-details': { first: PHONE, last: BILLING, later: 'reject' },
  'send-resume-link': { first: PHONE, last: OPENING, later: 'reject' },
  'update-selected-plan': { first: BILLING, last: OPENING, later: 'reject' },
  'trial-setup-intent': { first: BILLING, last: BILLING, later: 'replay' },
  'trial-consent': { first: BILLING, last: BILLING, later: 'reject' },
  'trial-checkout-session': { first: BILLING, last: BILLING, later: 'replay' },
  'update-payment-verified': { first: BILLING, last: BILLING, later: 'replay', ofMember: true },
  'create-account': { first: BILLING, last: OPENING, later: 'replay', ofMember: true },
  'trial-checkout-complete': { first: BILLING, last: OPENING, later: 'replay', ofMember: true },
  'send-browser-code': { first: BILLING, last: OPENING, later: 'reject' },
  'prove-browser': { first: PHONE, last: OPENING, later: 'reject' },
};

function ruleFor(call: TrialCall, state: StoredState): CallHandling {
  const { first, last, later, ofMember } = RULES[call];
  const [place, from, to] = [PLACES[state], PLACES[first], PLACES[last]];
  if (place === 'canceled') return 'reject';
  if (place === 'member') return ofMember ? 'replay' : 'reject';
  if (place < from) return 'reject';
  return place <= to ? 'accept' : later;
}

it('covers every state of a saved sign-up', () => {
  expect(['registration', ...STORED].sort()).toEqual([...TRIAL_STATES].sort());
});

const CASES = TRIAL_CALLS.flatMap((call) =>
  STORED.flatMap((state) =>
    (['known', 'unknown'] as const).map((browser) => ({ call, state, browser, handling: ruleFor(call, state) })),
  ),
);

/** They change what the person typed. So does verify-phone with another phone (`known-browser.spec`). */
const NEEDS_KNOWN: TrialCall[] = ['update-email', 'update-details'];

const NEEDS_CARD: TrialCall[] = ['update-payment-verified', 'create-account', 'trial-checkout-complete'];

/** A sign-up in `state` whose card is stored at Stripe, so that a new call can take effect. */
async function aTrialWithCard(state: StoredState, handling: string): Promise<Record<string, any>> {
  const trial = await aTrial(stack, { state });
  // An overdue opening lets the sweep start the worker, which alone opens accounts.
  const overdue = state === 'openingAccount' && handling === 'accept';
  const card = await aLinkedCard(stack, trial.id, { taken: overdue });
  if (overdue) await changeTrial(stack, trial.id, { columns: { opening_at: await daysAgo(stack, 3 / (24 * 60)) } });
  return { ...trial, ...card };
}

async function bodyOf(call: TrialCall, trial: Record<string, any>, state: StoredState): Promise<object> {
  if (call === 'trial-checkout-complete') {
    // A worker may have deleted the customer of a sign-up that has ended.
    const { customerId } = typeof PLACES[state] === 'string' ? await anOpenCardForm(stack, trial.id) : trial;
    return { sessionId: await aCheckout(stack, trial.id, customerId) };
  }
  if (call === 'verify-code' && state === 'phoneVerification') {
    await post('verify-phone', { trialId: trial.id, phone: trial.phone });
    return { code: await stack.sandbox.smsCode(trial.phone) };
  }
  if (call === 'prove-browser' && typeof PLACES[state] === 'number' && PLACES[state] <= PLACES[OPENING])
    return { proof: await aMailedProof(stack, trial) };
  if (call === 'trial-consent') {
    const setupIntentId = idOf((await anOpenCardForm(stack, trial.id)).clientSecret);
    await changeTrial(stack, trial.id, { columns: { setup_intent_id: setupIntentId } });
    return aConsent({ setupIntentId });
  }
  const bodies: Partial<Record<TrialCall, object>> = {
    'verify-phone': { phone: trial.phone },
    'verify-code': { code: '000000' },
    'prove-browser': { code: '000000' },
    'update-details': aPastor(),
    'update-email': { email: anEmail() },
    'update-selected-plan': { selectedPlan: 'tier_50_99' },
    'update-payment-verified': { setupIntentId: trial.setupIntentId },
    'create-account': { selectedPlan: 'tier_20_49' },
  };
  return bodies[call] ?? {};
}

describe('a call of the sign-up', () => {
  it.each(CASES)(
    '$call is $handling in $state, from a browser that is $browser',
    async ({ call, state, browser, handling }) => {
      expect(handlingOf(call, state)).toBe(handling);
      const withCard = NEEDS_CARD.includes(call);
      const trial = withCard ? await aTrialWithCard(state, handling) : await aTrial(stack, { state });
      const body = await bodyOf(call, trial, state);
      const before = await journalOf(stack, trial.id);

      const answer = await post(
        call,
        { trialId: trial.id, ...body },
        browser === 'known' ? { cookie: trial.cookie } : {},
      );

      const after = await storedTrial(stack, trial.id);
      const mustProve = handling === 'accept' && browser === 'unknown' && NEEDS_KNOWN.includes(call);
      const refused = mustProve || handling !== 'accept';
      if (refused) expect(after.state).toBe(state);
      if (refused && !withCard) expect(await journalOf(stack, trial.id)).toEqual(before);
      expect(answer).toMatchObject(mustProve ? MUST_PROVE : expectedAnswer(call, state, handling));
      const { body: read } = await get(`/api/trial-signup/${trial.id}`);
      // The worker may open the account before this check.
      const now = await storedTrial(stack, trial.id);
      if (state !== 'cancelled') expect([after.state, now.state]).toContain(resumeState(read.trialSignup));
    },
  );

  it.each(TRIAL_CALLS)('%s answers 404 for an unknown sign-up', async (call) => {
    const body = {
      ...aPastor(),
      trialId: 2 ** 52 + 1,
      phone: '5125550142',
      code: '123456',
      email: anEmail(),
      ...aConsent({ setupIntentId: 'seti_unknown' }),
      sessionId: 'cs_test_unknown',
    };
    const answer = await post(call, body);
    expect(answer.status).toBe(404);
    expect(answer.body.error).toEqual(expect.any(String));
  });
});

const MUST_PROVE = { status: 409, body: { reason: 'prove', error: expect.any(String) } };

function expectedAnswer(call: TrialCall, state: TrialState, handling: string): object {
  const refusal = { error: expect.any(String) };
  if (handling === 'reject' && call === 'create-account') return { status: 200, body: { success: false, ...refusal } };
  if (handling === 'reject') return { status: 409, body: refusal };
  const member = { success: false, userExists: true };
  if (state === 'alreadyMember' && call === 'create-account') return { status: 200, body: member };
  if (state === 'alreadyMember' && call === 'trial-checkout-complete') return { status: 409, body: member };
  return { status: 200, body: { success: true } };
}
