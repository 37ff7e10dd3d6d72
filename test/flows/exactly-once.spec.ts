/** Parallel identical calls on two replicas have one effect. @thorough */
import { describe, expect, it } from 'vitest';
import {
  aKey,
  aLockedTrial,
  aVisitor,
  journalOf,
  stripe,
  typeCard,
  Visitor,
  storedAccount,
  storedTrials,
} from '../builders/index.ts';
import { atOnce, providerRecordsOf, expectNoViolations, untilHeld, tally } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';

describe('the API on two replicas', () => {
  const stack = ownStack();

  it('saves one sign-up for fifty submissions of one form', async () => {
    const visitor = aVisitor(stack);
    const key = { 'idempotency-key': aKey() };
    const answers = await atOnce(50, () => visitor.calls.post('trial-signup', visitor.details, key));

    expect(tally(answers.map(({ status }) => status))).toEqual(new Map([[201, 50]]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await storedTrials(stack, { phone: visitor.phone })).toHaveLength(1);
    await expectNoViolations(stack);
  });

  it('sends one text message for fifty requests of a code', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const answers = await atOnce(50, () => visitor.asksForCode());

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ body }) => body.sent)).toHaveLength(1);
    expect(await stack.sandbox.sms(visitor.phone)).toHaveLength(1);
    await expectNoViolations(stack);
  });

  it('records one verification for fifty checks of the right code', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const code = await stack.sandbox.smsCode(visitor.phone);
    const answers = await atOnce(50, () => visitor.typesCode(code));

    expect(tally(answers.map(({ text }) => text))).toEqual(new Map([['{"success":true}', 50]]));
    expect((await journalOf(stack, visitor.id)).events.filter((event) => event === 'phone.verified')).toHaveLength(1);
    await expectNoViolations(stack);
  });

  it('creates one card form for twenty tabs', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    // Every call searches for the customer before one of them creates it.
    await stack.sandbox.fault({ match: 'GET /v1/customers', mode: 'hold-before', times: 20 });
    const calls = atOnce(20, () => visitor.call('trial-setup-intent'));
    await untilHeld(stack, 20);
    await stack.sandbox.heal();
    const answers = await calls;

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await providerRecordsOf(stack, visitor)).toMatchObject({ customers: [{}], setupIntents: [{}], mails: [] });
    await expectNoViolations(stack);
  });

  it('opens one account for fifty identical calls, with a trial of 30 days from the time of the card', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    const answers = await atOnce(50, () => visitor.opensAccount('tier_50_99'));

    expect(tally(answers.map(({ text }) => text))).toEqual(new Map([['{"success":true}', 50]]));
    await expectNoViolations(stack);
    await expectOneOfEach(visitor);
    const { subscriptions, invoices } = await providerRecordsOf(stack, visitor);
    const { card_saved_at } = await visitor.stored();
    expect(subscriptions[0].trial_end).toBe(Math.ceil(card_saved_at.getTime() / 1000) + 30 * 24 * 3600);
    expect(invoices).toMatchObject([{ amount_due: 0, amount_paid: 0 }]);
  });

  it('opens one account when page, checkout, webhooks and sweep report the same card', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.webhooks.set('hold');
    const sessionId = await finishCheckout(visitor);
    const [answers] = await Promise.all([
      atOnce(20, (index) => reportCard(index, visitor, sessionId)),
      stack.sandbox.webhooks.deliver().then(() => stack.sandbox.webhooks.duplicate()),
      stack.sandbox.advance({ minutes: 3 }),
    ]);
    await stack.sandbox.webhooks.set('normal');
    await stack.sandbox.webhooks.shuffle();

    expect(tally(answers.map(({ body }) => String(body.success)))).toEqual(new Map([['true', 20]]));
    await expectNoViolations(stack);
    await expectOneOfEach(visitor);
  });

  it('subscribes to the last chosen plan while choices and openings run in parallel', async () => {
    const visitors = await atOnce(4, () => aVisitor(stack).provesPhone());
    await Promise.all(visitors.map((visitor) => visitor.typesCard()));
    const tiers = ['tier_20_49', 'tier_50_99', 'tier_100_199', 'tier_200_499'];
    const answers = await Promise.all(
      visitors.flatMap((visitor) => [
        visitor.opensAccount('tier_1_19'),
        ...tiers.map((selectedPlan) => visitor.call('update-selected-plan', { selectedPlan })),
        visitor.opensAccount('tier_500_plus'),
      ]),
    );

    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    await expectNoViolations(stack);
    for (const visitor of visitors) {
      expect((await visitor.stored()).state).toBe('success');
      await expectOneOfEach(visitor);
    }
  });

  it('changes the price when the plan changes while Stripe creates the subscription', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-after' });
    await visitor.savesCard();
    await untilHeld(stack);
    expect((await visitor.call('update-selected-plan', { selectedPlan: 'tier_50_99' })).status).toBe(200);
    await stack.sandbox.heal();

    expect((await visitor.opensAccount('tier_50_99')).body).toEqual({ success: true });
    await expectNoViolations(stack);
    const { subscriptions } = await providerRecordsOf(stack, visitor);
    expect(subscriptions.map(({ items }) => items.data.map(({ price }: any) => price.unit_amount))).toEqual([[7999]]);
  });

  it('refuses a plan that comes while the account opens with the previous one', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.webhooks.set('drop');
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-after' });
    await visitor.savesCard();
    await untilHeld(stack);
    const locked = await aLockedTrial(stack, visitor.id);
    await stack.sandbox.heal();
    await locked.hasWaiting(1);
    const choice = visitor.call('update-selected-plan', { selectedPlan: 'tier_50_99' });
    await locked.hasWaiting(2);
    await locked.release();
    await stack.sandbox.webhooks.set('normal');

    expect((await choice).status).toBe(409);
    await expectNoViolations(stack);
    expect(await visitor.stored()).toMatchObject({ state: 'success', selected_plan: 'tier_1_19' });
  });

  async function finishCheckout(visitor: Visitor): Promise<string> {
    const { url } = (await visitor.call('trial-checkout-session')).body;
    const id = new URL(url).pathname.split('/').at(-1)!;
    const { setup_intent } = await stripe(stack, `checkout/sessions/${id}`);
    const { client_secret } = await stripe(stack, `setup_intents/${setup_intent}`);
    await typeCard(stack, client_secret);
    return id;
  }

  const reportCard = (index: number, visitor: Visitor, sessionId: string) =>
    index % 2 ? visitor.opensAccount() : visitor.calls.post('trial-checkout-complete', { sessionId });

  async function expectOneOfEach(visitor: Visitor): Promise<void> {
    const { customers, subscriptions, mails } = await providerRecordsOf(stack, visitor);
    expect([customers, subscriptions, mails].map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(await storedAccount(stack, visitor.id)).toBeDefined();
    const { events } = await journalOf(stack, visitor.id);
    expect(events.filter((event) => ['card.saved', 'account.opened'].includes(event))).toEqual([
      'card.saved',
      'account.opened',
    ]);
  }
});
