import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Answer, aVisitor, typeCard, type Visitor } from '../builders/index.ts';
import { expectNoViolations } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(90_000);

const TRY_AGAIN = { error: 'Please try again or contact support' };
const NO_CARD_FORM = { error: 'We could not prepare the card form. Please try again or contact support.' };
const NO_CHECKOUT = { success: false, error: 'Something went wrong. Please contact support.' };

interface Trouble {
  match: string;
  /** Brings a new visitor to the call, while all is well. */
  until: (visitor: Visitor) => Promise<unknown>;
  call: (visitor: Visitor) => Promise<Answer>;
  told: object;
}

const proven = (visitor: Visitor) => visitor.provesPhone();
const cardForm = (visitor: Visitor) => visitor.call('trial-setup-intent');
const checkout = (visitor: Visitor) => visitor.call('trial-checkout-session');
const withForm = async (visitor: Visitor) => cardForm(await proven(visitor));
const withCheckout = async (visitor: Visitor) => checkout(await proven(visitor));
const withCard = async (visitor: Visitor) => (await proven(visitor)).typesCard();

/** Calls that break at different places can be tried at the same time; the second group needs what breaks in the first. */
const GROUPS: Trouble[][] = [
  [
    {
      match: 'POST /v2/Services/*/Verifications',
      until: (visitor) => visitor.signsUp(),
      call: (visitor) => visitor.asksForCode(),
      told: TRY_AGAIN,
    },
    {
      match: 'POST /v2/Services/*/VerificationCheck',
      until: (visitor) => visitor.signsUp().then(() => visitor.asksForCode()),
      call: (visitor) => visitor.typesCode(),
      told: TRY_AGAIN,
    },
    { match: 'GET /v1/customers', until: proven, call: cardForm, told: NO_CARD_FORM },
    { match: 'GET /v1/setup_intents', until: withForm, call: cardForm, told: NO_CARD_FORM },
    { match: 'GET /v1/setup_intents', until: withCard, call: (visitor) => visitor.opensAccount(), told: NO_CARD_FORM },
    { match: 'GET /v1/setup_intents', until: withCard, call: reportsCard, told: NO_CARD_FORM },
    { match: 'POST /v1/checkout/sessions', until: withForm, call: checkout, told: NO_CARD_FORM },
    { match: 'GET /v1/checkout/sessions', until: withCheckout, call: returns, told: NO_CHECKOUT },
  ],
  [
    { match: 'POST /v1/customers', until: proven, call: cardForm, told: NO_CARD_FORM },
    { match: 'POST /v1/setup_intents', until: withCheckout, call: cardForm, told: NO_CARD_FORM },
  ],
];

/** Each with one group in turn; `npm run soak every-call-fails` has every call fail in every way. */
const MODES = ['refuse', 'execute-then-drop', '500', '429', 'garbage', 'hang'];
/** A request that takes longer is one a person has given up on. */
const PATIENCE_SECONDS = 20;

describe('While Twilio or Stripe fail, the person reads what to do, and finishes once they are back', () => {
  const stack = ownStack({ apis: 1 });
  beforeAll(async () => {
    await stack.sandbox.webhooks.set('hold');
  });

  it.each(MODES.map((mode, index) => ({ mode, place: index % GROUPS.length })))(
    '$mode, group $place',
    async ({ mode, place }) => {
      const group = GROUPS[place]!;
      const visitors = group.map(() => aVisitor(stack));
      await Promise.all(group.map(({ until }, index) => until(visitors[index]!)));
      const matches = [...new Set(group.map(({ match }) => match))];
      await stack.sandbox.fault(...matches.map((match) => ({ match, mode, times: 0 })));

      const answers = await Promise.all(group.map(({ call }, index) => timed(call(visitors[index]!))));
      const expected = group.map(({ match, told }) => ({ match, status: 503, body: told, inTime: true }));
      expect(answers.map((answer, index) => ({ match: group[index]!.match, ...answer }))).toEqual(expected);

      await stack.sandbox.heal();
      await Promise.all(visitors.map(finishes));
      await stack.sandbox.webhooks.deliver();
      await expectNoViolations(stack);
    },
  );

  it('after seven failed sends during a Twilio outage, the next code is sent and arrives', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500', times: 0 });
    for (let sending = 1; sending <= 7; sending += 1)
      expect(await visitor.asksForCode()).toMatchObject({ status: 503, body: TRY_AGAIN });
    await stack.sandbox.heal();
    await finishes(visitor);
    await expectNoViolations(stack);
  });

  async function finishes(visitor: Visitor): Promise<void> {
    if ((await visitor.stored()).state === 'phoneVerification') await provesPhone(visitor);
    const { body } = await visitor.call('trial-setup-intent');
    if (body.clientSecret) await typeCard(stack, body.clientSecret);
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
  }

  /** A code that Twilio took without our hearing of it is used up: the next one works at once. */
  async function provesPhone(visitor: Visitor): Promise<void> {
    expect((await visitor.asksForCode()).status).toBe(200);
    const first = await visitor.typesCode();
    if (first.status === 200) return;
    expect(first).toMatchObject({ status: 400, body: { reason: 'expired' } });
    expect((await visitor.asksForCode()).body).toMatchObject({ success: true, sent: true });
    expect((await visitor.typesCode()).body).toEqual({ success: true });
  }
});

async function reportsCard(visitor: Visitor): Promise<Answer> {
  const { setup_intent_id } = await visitor.stored();
  return visitor.call('update-payment-verified', { setupIntentId: setup_intent_id });
}

async function returns(visitor: Visitor): Promise<Answer> {
  const { checkout_session_id } = await visitor.stored();
  return visitor.calls.post('trial-checkout-complete', { sessionId: checkout_session_id });
}

async function timed(call: Promise<Answer>) {
  const begun = Date.now();
  const { status, body } = await call;
  return { status, body, inTime: Date.now() - begun < PATIENCE_SECONDS * 1000 };
}
