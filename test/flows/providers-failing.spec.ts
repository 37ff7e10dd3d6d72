/** Twilio, Stripe or the mail server fails for a while. The soak `every-call-fails` lets each single call fail in each way. @slow */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anEmail, type Answer, aPhone, aVisitor, typeCard, type Visitor, journalOf } from '../builders/index.ts';
import { expectNoViolations, providerRecordsOf, settled, untilHeld } from '../invariants/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { eventually } from '../support/index.ts';

const TRY_AGAIN = { error: 'Please try again or contact support' };
const NO_CARD_FORM = { error: 'We could not prepare the card form. Please try again or contact support.' };
const NO_CHECKOUT = { success: false, error: 'Something went wrong. Please contact support.' };

interface FailingCall {
  match: string;
  /** Brings a new visitor to the call, without faults. */
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

/** The calls of a group fail at the same time; the second group needs calls that fail in the first. */
const GROUPS: FailingCall[][] = [
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

const MODES = ['refuse', 'execute-then-drop'];
/** How long a person waits for an answer. */
const PATIENCE_SECONDS = 20;

describe('While Twilio or Stripe fails, the visitor reads an error message, and finishes after recovery', () => {
  const stack = inProcessStack();
  beforeAll(async () => {
    await stack.sandbox.webhooks.set('hold');
  });

  it.each(MODES.map((mode, place) => ({ mode, place })))('$mode, group $place', async ({ mode, place }) => {
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
  });

  it('sends the next code after seven failed sends during a Twilio outage', async () => {
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

  /** If Twilio has checked the code and its answer was lost, the code is used up, and a new one is sent at once. */
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

describe('While a provider fails in a background job', () => {
  const stack = inProcessStack();
  beforeAll(async () => {
    await stack.sandbox.webhooks.set('drop');
  });
  afterEach(() => stack.sandbox.heal());

  it('the account opens after recovery, once', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'execute-then-drop', times: 0 });
    await visitor.savesCard();
    await eventually(() => hasNote(visitor, 'opening attempt failed'));
    expect((await visitor.load()).body.trialSignup).toMatchObject({
      step: 'billing-information',
      paymentVerified: true,
    });

    await stack.sandbox.heal();
    await settled(stack);
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await expectNoViolations(stack);
  });

  it('an unneeded card is released after recovery', async () => {
    const match = 'DELETE /v1/customers';
    const phone = aPhone();
    const [winner, loser] = [aVisitor(stack, { phone }), aVisitor(stack, { phone })];
    for (const rival of [winner, loser]) {
      await rival.provesPhone();
      await rival.typesCard();
    }
    await stack.sandbox.fault({ match, mode: 'execute-then-drop', times: 0 });
    await stack.sandbox.fault({ match: 'GET /v1/setup_intents', mode: 'hold-before', times: 2 });
    const calls = Promise.all([winner.opensAccount(), loser.opensAccount()]);
    await untilHeld(stack, 2);
    const rules: { id: number; mode: string }[] = await stack.sandbox.call('faults');
    await stack.sandbox.call(`faults/${rules.find((rule) => rule.mode === 'hold-before')!.id}`, { method: 'DELETE' });
    expect((await calls).map(({ body }) => body)).toContainEqual({ success: false, userExists: true });
    await eventually(() => struck(match));

    await stack.sandbox.heal();
    await expectNoViolations(stack);
  });

  it('the visitor reads that the opening takes longer after eight seconds, and it continues', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hang', times: 0 });
    const begun = Date.now();
    const { status, body } = await visitor.opensAccount();
    expect([status, body]).toEqual([
      503,
      {
        success: false,
        error: 'We are still opening your account. Please contact support if you do not hear from us soon.',
        trialId: visitor.id,
      },
    ]);
    expect(Date.now() - begun).toBeLessThan(12_000);

    await stack.sandbox.heal();
    await settled(stack);
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await expectNoViolations(stack);
  });

  it('a mail server that is down or greylisting does not stop an account from opening', async () => {
    const visitors = [await aVisitor(stack, { email: `greylist.${aPhone()}@church.example` }).becomesMember()];
    for (const mode of ['refuse', '500', 'execute-then-drop']) {
      await stack.sandbox.fault({ match: 'SMTP', mode, times: 1 });
      const visitor = await aVisitor(stack).becomesMember();
      expect((await visitor.stored()).state).toBe('success');
      visitors.push(visitor);
    }
    await expectNoViolations(stack, { copiesOfMails: true });
    for (const visitor of visitors) expect((await providerRecordsOf(stack, visitor)).mails).not.toEqual([]);
  });

  it('an address that bounces is noted and not retried', async () => {
    const visitor = await aVisitor(stack, { email: `bounce.${aPhone()}@church.example` }).becomesMember();
    await eventually(() => hasNote(visitor, 'mail bounced'));
    await expectNoViolations(stack, { copiesOfMails: true });
  });

  // Must be the last test: it leaves a customer without a card at Stripe.
  it('an email corrected after a lost answer of Stripe does not block the sign-up', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/customers', mode: 'execute-then-drop', times: 0 });
    expect((await visitor.call('trial-setup-intent')).status).toBe(503);
    await stack.sandbox.heal();
    await visitor.call('update-email', { email: anEmail() });
    expect((await visitor.call('trial-setup-intent')).status).toBe(503);
    await visitor.savesCard();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await settled(stack);
    expect((await providerRecordsOf(stack, visitor)).subscriptions).toHaveLength(1);
  });

  const hasNote = async ({ id }: Visitor, note: string): Promise<boolean> =>
    (await journalOf(stack, id)).notes.includes(note);

  async function struck(match: string): Promise<boolean> {
    const rules: { match: string; fired: number }[] = await stack.sandbox.call('faults');
    return rules.some((rule) => rule.match === match && rule.fired > 0);
  }
});
