/** Plans, card forms, reported cards, and opening the account. */
import { describe, expect, it } from 'vitest';
import { planOf } from '@lampstand/contracts';
import type { RelatedRecord } from '@lampstand/contracts/back-office';
import {
  aCheckout,
  anAgent,
  aStoredCard,
  aTrial,
  aVisitor,
  callsTo,
  CARDS,
  idOf,
  journalOf,
  stripe,
  typeCard,
  storedAccount,
  storedPrice,
  storedSubscription,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();
const { post } = callsTo(stack);

const NOT_CONFIRMED = 'We could not confirm your card. Please try again or contact support.';

describe('the plan', () => {
  it('is stored on every change; a repeated call writes nothing', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    for (const selectedPlan of ['tier_20_49', 'tier_20_49', 'tier_500_plus'])
      expect((await post('update-selected-plan', { trialId: id, selectedPlan })).body).toEqual({
        success: true,
        selectedPlan,
      });
    expect((await journalOf(stack, id)).events.filter((event) => event === 'plan.selected')).toHaveLength(2);
  });

  it('can change while the account opens; the last choice is billed', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.savesCard();
    expect((await visitor.opensAccount('tier_100_199')).body).toEqual({ success: true });
    const { plan, price_id: price } = await storedSubscription(stack, visitor.id);
    const opened = (await visitor.load()).body.trialSignup.selectedPlan;
    expect(plan).toBe(opened);
    expect(await storedPrice(stack, price)).toMatchObject({ amount_in_cents: planOf(opened).amountInCents });
  });

  it('is one of six', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const { status, body } = await post('update-selected-plan', { trialId: id, selectedPlan: 'tier_free' });
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { selectedPlan: 'Please select a plan' } });
  });
});

describe('the card form', () => {
  it('is refused before the phone is verified', async () => {
    const { id } = await aTrial(stack);
    expect(await post('trial-setup-intent', { trialId: id })).toMatchObject({
      status: 409,
      body: { error: 'Please verify your phone number first.', step: 'phone-verification' },
    });
  });

  it.each(['203.0.113.9:5678', 'unknown', 'fe80::1%eth0'])(
    'is created behind a proxy that forwards the address %s',
    async (address) => {
      const visitor = await aVisitor(stack).provesPhone();
      expect((await visitor.call('trial-setup-intent', {}, { 'x-forwarded-for': address })).status).toBe(200);
    },
  );

  it('is replaced by the stored card', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    const { status, body } = await visitor.call('trial-setup-intent');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { success: true, paymentVerified: true, card: { brand: 'visa', last4: '4242' } },
    });
  });

  it('has Stripe checkout as an alternative', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const { body } = await visitor.call('trial-checkout-session');
    expect(body).toEqual({ success: true, url: expect.stringContaining('/checkout/cs_test_') });
  });
});

describe('the card form over time', () => {
  const own = inProcessStack();

  it('is the same for an hour, also for parallel calls, and then a new one', async () => {
    const visitor = await aVisitor(own).provesPhone();
    const ask = async () => (await visitor.call('trial-setup-intent')).body.clientSecret as string;
    const secrets = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(secrets).size).toBe(1);
    expect((await own.sandbox.records()).setupIntents).toHaveLength(1);
    await own.sandbox.advance({ minutes: 59 });
    expect(await ask()).toBe(secrets[0]);
    await own.sandbox.advance({ minutes: 2 });
    const later = await ask();
    expect(idOf(later)).not.toBe(idOf(secrets[0]!));
    expect((await own.sandbox.records()).customers).toHaveLength(1);
  });
});

describe('a card that the browser reports', () => {
  const cases: Record<string, (id: number) => Promise<string>> = {
    'it was never entered': async (id) => {
      const { body } = await post('trial-setup-intent', { trialId: id });
      return idOf(body.clientSecret);
    },
    'it was declined': async (id) => {
      const { body } = await post('trial-setup-intent', { trialId: id });
      await typeCard(stack, body.clientSecret, CARDS.declined);
      return idOf(body.clientSecret);
    },
    'it is made up': async () => 'seti_madeup',
    'it belongs to another sign-up': async () => (await aVisitor(stack).provesPhone()).typesCard(),
    'it belongs to a customer without a sign-up': async (id) => (await aStoredCard(stack, id)).setupIntentId,
  };

  it.each(Object.keys(cases))('is refused when %s', async (name) => {
    const visitor = await aVisitor(stack).provesPhone();
    const setupIntentId = await cases[name]!(visitor.id);
    const { status, body } = await visitor.call('update-payment-verified', { setupIntentId });
    expect({ status, body }).toEqual({ status: 400, body: { error: NOT_CONFIRMED } });
    expect(await visitor.stored()).toMatchObject({
      state: 'billingInformation',
      payment_method_id: null,
      trial_ends_at: null,
    });
  });

  it('cannot be used for two sign-ups', async () => {
    const first = await aVisitor(stack).becomesMember();
    const { setup_intent_id: setupIntentId } = await first.stored();
    const second = await aVisitor(stack).provesPhone();
    expect((await second.call('update-payment-verified', { setupIntentId })).status).toBe(400);
    expect((await second.stored()).state).toBe('billingInformation');
  });

  it('sets the end of the trial to thirty days later', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.savesCard();
    const { card_saved_at, trial_ends_at, card } = await visitor.stored();
    expect(trial_ends_at.getTime() - card_saved_at.getTime()).toBe(30 * 86_400_000);
    expect(card).toMatchObject({ brand: 'visa', last4: '4242' });
  });

  it('has the same fingerprint in another sign-up', async () => {
    const [one, same, other] = [aVisitor(stack), aVisitor(stack), aVisitor(stack)];
    for (const visitor of [one, same]) await (await visitor.provesPhone()).savesCard();
    await other.provesPhone();
    await other.call('update-payment-verified', { setupIntentId: await other.typesCard('5555555555554444') });
    const prints = await Promise.all([one, same, other].map(async (each) => (await each.stored()).card_fingerprint));
    expect(prints[0]).toMatch(/^\w{8,}$/);
    expect(prints[1]).toBe(prints[0]);
    expect(prints[2]).not.toBe(prints[0]);
  });

  it('that is used for several sign-ups is shown to support agents, newest first, and accepted', async () => {
    const agent = await anAgent(stack);
    const people = [aVisitor(stack), aVisitor(stack), aVisitor(stack)];
    for (const person of people) {
      await person.provesPhone();
      const setupIntentId = await person.typesCard('6011111111111117');
      await person.call('update-payment-verified', { setupIntentId });
      expect((await person.opensAccount()).body).toMatchObject({ success: true });
    }
    const [first, second, third] = people.map(({ id }) => id);
    const others = async (id: number) => (await agent.inspects(id)).body.sameCard.map((each: RelatedRecord) => each.id);
    expect(await others(first!)).toEqual([third, second]);
    expect(await others(third!)).toEqual([second, first]);
    const noCard = await aVisitor(stack).provesPhone();
    expect(await others(noCard.id)).toEqual([]);
  });
});

describe('create-account', () => {
  it.each([
    ['phoneVerification', 'Please verify your phone number first.'],
    ['billingInformation', NOT_CONFIRMED],
    ['cancelled', 'This sign-up was canceled. Please start again or contact support.'],
  ] as const)('is refused in %s', async (state, error) => {
    const { id } = await aTrial(stack, { state });
    const { status, body } = await post('create-account', { trialId: id, selectedPlan: 'tier_1_19' });
    expect({ status, body }).toEqual({ status: 200, body: { success: false, error } });
  });

  it('makes one account, one subscription and one welcome mail for repeated calls', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.savesCard();
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.opensAccount()));
    expect(answers.map(({ status, body }) => `${status} ${body.success}`)).toEqual(Array(10).fill('200 true'));
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    const { stripe_customer_id: customer } = await visitor.stored();
    const { data } = await stripe(stack, `subscriptions?customer=${customer}&status=all`);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ status: 'trialing' });
    expect(await storedAccount(stack, visitor.id)).toBeDefined();
    expect(await stack.sandbox.mails(visitor.details.email, { subject: /^Welcome/ })).toHaveLength(1);
  });
});

describe('a Stripe checkout', () => {
  it.each([{}, { sessionId: '' }, { sessionId: 'cs_../../v1' }, { sessionId: '{CHECKOUT_SESSION_ID}' }])(
    'is refused for the session %j',
    async (body) => {
      const answer = await post('trial-checkout-complete', body);
      expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    },
  );

  it('is a 404 when Stripe does not know it or its card was not entered', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    const { stripe_customer_id: customer } = await visitor.stored();
    const open = await aCheckout(stack, visitor.id, customer, { open: true });
    for (const sessionId of ['cs_test_unknown', open])
      expect(await post('trial-checkout-complete', { sessionId })).toMatchObject({
        status: 404,
        body: { success: false, error: 'Something went wrong. Please contact support.' },
      });
    expect((await visitor.stored()).state).toBe('billingInformation');
  });

  it('names the sign-up, whose own page says more, at the first call and later', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    const { stripe_customer_id: customer } = await visitor.stored();
    const sessionId = await aCheckout(stack, visitor.id, customer);
    for (const _time of ['first', 'again']) {
      const answer = await post('trial-checkout-complete', { sessionId });
      expect(answer).toMatchObject({ status: 200, body: { success: true, trialId: visitor.id } });
    }
  });

  it('ends when a card is stored by another way, so that it takes no second one', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const urls = [await visitor.call('trial-checkout-session'), await visitor.call('trial-checkout-session')];
    const ids = urls.map(({ body }) => new URL(body.url).pathname.split('/').at(-1)!);
    const statuses = () => Promise.all(ids.map(async (id) => (await stripe(stack, `checkout/sessions/${id}`)).status));
    expect(await statuses()).toEqual(['open', 'open']);
    await visitor.agreesAndSavesCard();
    await visitor.opensAccount();
    expect(await statuses()).toEqual(['expired', 'expired']);
  });

  it('of another customer opens no account', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const other = await aStoredCard(stack, visitor.id);
    const sessionId = await aCheckout(stack, visitor.id, other.customerId);
    const answer = await post('trial-checkout-complete', { sessionId });
    expect(answer.status).toBe(400);
    expect((await visitor.stored()).state).toBe('billingInformation');
    await eventually(async () => (await journalOf(stack, visitor.id)).notes.includes('card not taken'));
  });
});
