import { describe, expect, it } from '@jest/globals';
import { meaningOf, resumeState, TRIAL_CALLS, type TrialCall, type TrialState } from '@lampstand/workflows';
import {
  aCheckout,
  anOpenCardForm,
  aStoredCard,
  aTrial,
  anEmail,
  callsTo,
  journalOf,
  storedTrial,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post, get } = callsTo(stack);

const STATES = ['phoneVerification', 'billingInformation', 'openingAccount', 'success', 'alreadyMember', 'cancelled'];
const N = 'new';
const R = 'repeat';
const no = 'refused';

/** What every call means in every state, written out: the library's table must say the same. */
// oxfmt-ignore
const EXPECTED: Record<TrialCall, string[]> = {
  //                        phone  billing opening success member cancelled
  'verify-phone':            [N,   no,     no,     no,     no,    no],
  'resend-verification':     [N,   no,     no,     no,     no,    no],
  'verify-code':             [N,   R,      R,      R,      R,     no],
  'update-email':            [N,   N,      N,      no,     no,    no],
  'send-resume-link':        [N,   N,      N,      no,     no,    no],
  'update-selected-plan':    [no,  N,      N,      no,     no,    no],
  'trial-setup-intent':      [no,  N,      R,      R,      no,    no],
  'trial-checkout-session':  [no,  N,      R,      R,      no,    no],
  'update-payment-verified': [no,  N,      R,      R,      R,     no],
  'create-account':          [no,  N,      N,      R,      R,     no],
  'trial-checkout-complete': [no,  N,      N,      R,      R,     no],
};

const CASES = TRIAL_CALLS.flatMap((call) =>
  STATES.map((state, index) => ({ call, state: state as TrialState, meaning: EXPECTED[call][index]! })),
);

const ENDED: TrialState[] = ['alreadyMember', 'cancelled'];
const NEEDS_CARD: TrialCall[] = ['update-payment-verified', 'create-account', 'trial-checkout-complete'];

/** A sign-up in `state` whose card really lies at the payment provider, so that a new call can have its effect. */
async function aTrialWithCard(state: TrialState, meaning: string) {
  const trial = await aTrial(stack, { state });
  const card = await aStoredCard(stack, trial.id);
  // Only a worker opens accounts: the sweep calls it when an opening is overdue.
  const overdue = state === 'openingAccount' && meaning === N;
  await stack.query(
    `UPDATE trial_signups SET stripe_customer_id = $2, setup_intent_id = $3,
       payment_method_id = CASE WHEN $5 THEN $4 ELSE payment_method_id END,
       opening_at = CASE WHEN $5 THEN opening_at - interval '3 minutes' ELSE opening_at END WHERE id = $1`,
    [trial.id, card.customerId, card.setupIntentId, card.paymentMethodId, overdue],
  );
  return { ...trial, ...card };
}

async function bodyOf(call: TrialCall, trial: Record<string, any>, state: TrialState): Promise<object> {
  if (call === 'trial-checkout-complete') {
    // A worker may delete the customer of a sign-up that has ended.
    const { customerId } = ENDED.includes(state) ? await anOpenCardForm(stack, trial.id) : trial;
    return { sessionId: await aCheckout(stack, trial.id, customerId) };
  }
  if (call === 'verify-code' && state === 'phoneVerification') {
    await post('verify-phone', { trialId: trial.id, phone: trial.phone });
    return { code: await stack.sandbox.smsCode(trial.phone) };
  }
  const bodies: Partial<Record<TrialCall, object>> = {
    'verify-phone': { phone: trial.phone },
    'verify-code': { code: '000000' },
    'update-email': { email: anEmail() },
    'update-selected-plan': { selectedPlan: 'tier_50_99' },
    'update-payment-verified': { setupIntentId: trial.setupIntentId },
    'create-account': { selectedPlan: 'tier_20_49' },
  };
  return bodies[call] ?? {};
}

describe('every call in every position', () => {
  it.each(CASES)('$call is $meaning in $state', async ({ call, state, meaning }) => {
    expect(meaningOf(call, state)).toBe(meaning);
    const withCard = NEEDS_CARD.includes(call);
    const trial = withCard ? await aTrialWithCard(state, meaning) : await aTrial(stack, { state });
    const body = await bodyOf(call, trial, state);
    const before = await journalOf(stack, trial.id);

    const answer = await post(call, { trialId: trial.id, ...body });

    const after = await storedTrial(stack, trial.id);
    if (meaning === R || meaning === no) expect(after.state).toBe(state);
    if ((meaning === R || meaning === no) && !withCard) expect(await journalOf(stack, trial.id)).toEqual(before);
    expect(answer).toMatchObject(expectedAnswer(call, state, meaning));
    const { body: told } = await get(`/api/trial-signup/${trial.id}`);
    // The worker that opens accounts may be quicker than the next line.
    const now = await storedTrial(stack, trial.id);
    if (state !== 'cancelled') expect([after.state, now.state]).toContain(resumeState(told.trialSignup));
  });

  it.each(TRIAL_CALLS)('%s of an unknown sign-up is not found', async (call) => {
    const body = {
      trialId: 2 ** 52 + 1,
      phone: '5125550142',
      code: '123456',
      email: anEmail(),
      selectedPlan: 'tier_1_19',
      setupIntentId: 'seti_unknown',
      sessionId: 'cs_test_unknown',
    };
    const answer = await post(call, body);
    expect(answer.status).toBe(404);
    expect(answer.body.error).toEqual(expect.any(String));
  });
});

function expectedAnswer(call: TrialCall, state: TrialState, meaning: string): object {
  const refusal = { error: expect.any(String) };
  if (meaning === no && call === 'create-account') return { status: 200, body: { success: false, ...refusal } };
  if (meaning === no) return { status: 409, body: refusal };
  const member = { success: false, userExists: true };
  if (state === 'alreadyMember' && call === 'create-account') return { status: 200, body: member };
  if (state === 'alreadyMember' && call === 'trial-checkout-complete') return { status: 409, body: member };
  return { status: 200, body: { success: true } };
}
