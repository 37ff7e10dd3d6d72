/** Parallel identical calls have one effect, and two sign-ups with the same phone or email become one account. @thorough */
import { describe, expect, it, beforeAll } from 'vitest';
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
  anEmail,
  aPhone,
  signedIn,
} from '../builders/index.ts';
import { atOnce, providerRecordsOf, expectNoViolations, untilHeld, tally, settled } from '../invariants/index.ts';
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

const OPENED = { success: true };
const EXISTS = { success: false, userExists: true };

const SHARED = [
  { what: 'phone', details: () => ({ phone: aPhone() }), again: {} },
  { what: 'email in another case', details: () => ({ email: anEmail('Ruth') }), again: { lower: true } },
];

describe('Two sign-ups of one person', () => {
  const stack = ownStack();
  beforeAll(async () => {
    // A webhook would open an account before the calls of the test do.
    await stack.sandbox.webhooks.set('hold');
  });

  describe.each(SHARED)('with one $what', ({ details, again }) => {
    it('become one account when both open it at the same moment', async () => {
      const both = await bothWithCards(details(), again);
      await stack.sandbox.fault({ match: 'GET /v1/setup_intents', mode: 'hold-before', times: 2 });
      const calls = Promise.all(both.map((visitor) => visitor.opensAccount()));
      await untilHeld(stack, 2);
      await stack.sandbox.heal();

      const answers = (await calls).map(({ body }) => body);
      expect(answers).toContainEqual(OPENED);
      expect(answers).toContainEqual(EXISTS);
      const winner = both[answers.findIndex(({ success }) => success)]!;
      await expectOneAccount(
        winner,
        both.find((visitor) => visitor !== winner)!,
      );
    });

    it('become one account when both open it one after the other', async () => {
      const [first, second] = await bothWithCards(details(), again);
      expect((await first.opensAccount()).body).toEqual(OPENED);
      expect((await second.opensAccount()).body).toEqual(EXISTS);
      expect((await first.opensAccount()).body).toEqual(OPENED);
      await expectOneAccount(first, second);
    });
  });

  it('end for the second one before its card: its open card form accepts none', async () => {
    const phone = aPhone();
    const first = await aVisitor(stack, { phone }).provesPhone();
    const second = await aVisitor(stack, { phone }).provesPhone();
    await first.typesCard();
    const form = (await second.call('trial-setup-intent')).body.clientSecret;
    expect((await first.opensAccount()).body).toEqual(OPENED);
    await settled(stack);

    expect((await typeCard(stack, form)).error).toBeDefined();
    expect((await second.call('trial-setup-intent')).body).toMatchObject({ userExists: true });
    await expectOneAccount(first, second);
  });

  it('end for the second one while its customer is being created: the customer is deleted', async () => {
    const phone = aPhone();
    const first = await aVisitor(stack, { phone }).provesPhone();
    const second = await aVisitor(stack, { phone }).provesPhone();
    await first.typesCard();
    await stack.sandbox.fault({ match: 'POST /v1/customers', mode: 'hold-after' });
    const form = second.call('trial-setup-intent');
    await untilHeld(stack);
    expect((await first.opensAccount()).body).toEqual(OPENED);
    await settled(stack);
    await stack.sandbox.heal();

    expect(await form).toMatchObject({ status: 409, body: { userExists: true } });
    await expectOneAccount(first, second);
  });

  it('end for the second one at every one of many parallel clicks', async () => {
    const email = anEmail();
    const second = await aVisitor(stack, { email }).provesPhone();
    const first = await aVisitor(stack, { email }).becomesMember();
    const clicks = await atOnce(12, (index) =>
      second.call(index % 2 ? 'trial-setup-intent' : 'trial-checkout-session'),
    );
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 409));
    await expectOneAccount(first, second);
  });

  it('let the second one open the account when the card of the first is unusable', async () => {
    const phone = aPhone();
    const first = await aVisitor(stack, { phone }).provesPhone();
    await loseCard(first);
    const second = await aVisitor(stack, { phone }).provesPhone();
    await second.typesCard();

    expect((await second.opensAccount()).body).toEqual(OPENED);
    await expectOneAccount(second, first);
  });

  it('show the account in the lists and reports of the staff when the superseded one stores the first card', async () => {
    const shared = { phone: aPhone(), churchName: `w${aKey()}` };
    const first = await aVisitor(stack, shared).provesPhone();
    const second = await aVisitor(stack, shared).provesPhone();
    await settled(stack);
    const admin = await signedIn(stack);
    const listed = async () =>
      (await admin.get(`/api/admin/trial-signups?q=${shared.churchName}`)).body.map(({ id }: { id: number }) => id);
    expect(await listed()).toEqual([second.id]);

    await first.typesCard();
    expect((await first.opensAccount()).body).toEqual(OPENED);
    await settled(stack);
    expect(await listed()).toEqual([second.id, first.id]);
    expect((await admin.get(`/api/admin/funnel?q=${shared.churchName}`)).body).toMatchObject({ account: 1 });
    const { notes } = await journalOf(stack, first.id);
    expect(notes.filter((note) => note.startsWith('superseded'))).toEqual(['superseded', 'superseded undone']);
    await expectOneAccount(first, second);
  });

  it.each([
    [
      'stores its card',
      async (first: Visitor) => {
        await first.provesPhone();
        const setupIntentId = await first.typesCard();
        return () => first.call('update-payment-verified', { setupIntentId });
      },
    ],
    [
      'changes its phone',
      async (first: Visitor) => {
        await first.signsUp();
        return () => first.asksForCode(aPhone());
      },
    ],
  ])('both stay in the lists when the first one %s while the second one supersedes it', async (_, prepare) => {
    const phone = aPhone();
    const first = aVisitor(stack, { phone });
    const act = await prepare(first);
    const second = aVisitor(stack, { phone });
    await second.signsUp();
    await second.asksForCode();
    const locked = await aLockedTrial(stack, first.id);
    const acting = act();
    await locked.hasWaiting(1);
    await second.typesCode();
    await locked.hasWaiting(2);
    await locked.release();
    expect((await acting).status).toBe(200);
    await settled(stack);
    expect((await first.stored()).superseded_by).toBeNull();
    await expectNoViolations(stack);
  });

  it('are not needed after an unusable card: another card, also at Stripe checkout, opens the account', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await loseCard(visitor);
    await loseCard(visitor, checkoutForm);
    await typeCard(stack, await checkoutForm(visitor));

    expect((await visitor.opensAccount()).body).toEqual(OPENED);
    await expectNoViolations(stack);
    expect((await providerRecordsOf(stack, visitor)).subscriptions).toHaveLength(1);
  });

  async function bothWithCards(shared: { phone?: string; email?: string }, { lower = false } = {}) {
    const again = lower ? { email: shared.email!.toLowerCase() } : shared;
    const both = [aVisitor(stack, shared), aVisitor(stack, again)] as const;
    for (const visitor of both) {
      await visitor.provesPhone();
      await visitor.typesCard();
    }
    return both;
  }

  const formOf = async (visitor: Visitor): Promise<string> =>
    (await visitor.call('trial-setup-intent')).body.clientSecret;

  async function checkoutForm(visitor: Visitor): Promise<string> {
    const { url } = (await visitor.call('trial-checkout-session')).body;
    const session = await stripe(stack, `checkout/sessions/${new URL(url).pathname.split('/').at(-1)}`);
    return (await stripe(stack, `setup_intents/${session.setup_intent}`)).client_secret;
  }

  /** Stores the card and detaches it, so that Stripe refuses a subscription with it. */
  async function loseCard(visitor: Visitor, form = formOf): Promise<void> {
    const { payment_method } = await typeCard(stack, await form(visitor));
    await stripe(stack, `payment_methods/${payment_method}/detach`, {});
    const { body } = await visitor.opensAccount();
    expect(body).toEqual({ success: false, error: 'Your card could not be used. Please enter another card.' });
    expect(await storedAccount(stack, visitor.id)).toBeUndefined();
  }

  async function expectOneAccount(winner: Visitor, loser: Visitor): Promise<void> {
    await expectNoViolations(stack);
    expect([(await winner.stored()).state, (await loser.stored()).state]).toEqual(['success', 'alreadyMember']);
    expect(await storedAccount(stack, winner.id)).toBeDefined();
    expect(await storedAccount(stack, loser.id)).toBeUndefined();
    expect(await providerRecordsOf(stack, winner)).toMatchObject({ customers: [{}], subscriptions: [{}] });
    expect(await providerRecordsOf(stack, loser)).toMatchObject({ customers: [], subscriptions: [] });
    const welcomes = await stack.sandbox.mails(winner.details.email, { subject: /^Welcome/ });
    expect(welcomes).toHaveLength(1);
  }
});
