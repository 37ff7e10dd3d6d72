/** The consent to charges: recorded at the press, the plan that opens, and the list of what was agreed since. @slow */
import { describe, expect, it } from 'vitest';
import { consentText } from '@lampstand/contracts';
import {
  aConsent,
  anAgent,
  aVisitor,
  idOf,
  stripe,
  typeCard,
  type Visitor,
  consentsOf,
  lifeOf,
  callsTo,
  storesAnotherCard,
  deleteAtStripe,
} from '../builders/index.ts';
import { checkInvariantsAfterEach, advanceAndSettle } from '../invariants/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { eventually } from '../support/index.ts';

const stack = inProcessStack();

checkInvariantsAfterEach(stack);

/** A visitor with the card form open. */
async function atTheCardForm() {
  const visitor = await aVisitor(stack).provesPhone();
  const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
  return { visitor, clientSecret: clientSecret as string, setupIntentId: idOf(clientSecret) };
}

const planOf = async ({ id }: Visitor) => (await lifeOf(stack, id))['plan'];

describe('a consent', () => {
  it('is not recorded before the button is pressed', async () => {
    const { visitor } = await atTheCardForm();
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_50_99' });
    expect(await consentsOf(stack, visitor.id)).toEqual([]);
  });

  it('stores plan, price, first charge, text, version, time and address of the press, and the card', async () => {
    const { visitor, clientSecret, setupIntentId } = await atTheCardForm();
    const pressed = { setupIntentId, selectedPlan: 'tier_20_49' as const };
    expect((await visitor.agrees(pressed, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(200);
    await typeCard(stack, clientSecret);
    await visitor.call('update-payment-verified', { setupIntentId });
    await visitor.opensAccount('tier_20_49');
    const { firstChargeOn } = aConsent();
    const text = consentText({
      plan: 'tier_20_49',
      amountInCents: 3999,
      firstChargeOn,
      product: 'Lampstand',
      supportEmail: 'support@lampstand.example',
    });
    expect(await consentsOf(stack, visitor.id)).toEqual([
      expect.objectContaining({
        plan: 'tier_20_49',
        amount_in_cents: 3999,
        text,
        agreed_at: expect.any(Date),
        address: '203.0.113.9',
        card: expect.objectContaining({ brand: 'visa', last4: '4242' }),
      }),
    ]);
    const receipt = await visitor.receipt();
    expect(receipt).toEqual({
      plan: 'tier_20_49',
      amountInCents: 3999,
      firstChargeOn,
      card: expect.objectContaining({ brand: 'visa', last4: '4242' }),
      version: expect.any(String),
      text,
      agreedAt: expect.any(String),
    });
    const [welcome] = await stack.sandbox.mails(visitor.details.email, { subject: /^Welcome/ });
    expect(welcome!.text.replaceAll(/\s+/g, ' ')).toContain(text);
    const token = /\/plan\?token=([\w.-]+)/.exec(welcome!.text)![1];
    const agreed = [
      {
        what: expect.stringMatching(/^You agreed to the Growth plan .* \$39\.99 a month, first on /),
        text: { words: text },
      },
    ];
    expect((await visitor.calls.post('plan', { token })).body.agreements).toMatchObject(agreed);
    const agent = await anAgent(stack);
    expect((await agent.get(`/api/admin/trials/${visitor.id}`)).body).toMatchObject({ receipt, agreements: agreed });
  });

  it.each([
    ['another price', { amountInCents: 1 }],
    ['another day', { firstChargeOn: '2026-01-01' }],
    ['an older text', { consentVersion: '2026-11-01' }],
  ])('to %s than the current one is refused as stale, and nothing is stored', async (_what, shown) => {
    const { visitor, setupIntentId } = await atTheCardForm();
    expect(await visitor.agrees({ setupIntentId, ...shown })).toMatchObject({
      status: 409,
      body: { reason: 'stale', error: expect.stringContaining('Nothing was charged') },
    });
    expect(await consentsOf(stack, visitor.id)).toEqual([]);
  });

  it('opens its plan, whatever another tab chooses after the press', async () => {
    const { visitor, clientSecret, setupIntentId } = await atTheCardForm();
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_200_499' });
    await visitor.agrees({ setupIntentId, selectedPlan: 'tier_1_19' });
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_200_499' });
    await typeCard(stack, clientSecret);
    await visitor.call('update-payment-verified', { setupIntentId });
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_200_499' });
    expect((await visitor.opensAccount('tier_200_499')).body).toEqual({ success: true });
    expect(await planOf(visitor)).toBe('tier_1_19');
  });

  it('of a second tab with another plan closes the form of both, and nothing opens', async () => {
    const { visitor, setupIntentId } = await atTheCardForm();
    await visitor.agrees({ setupIntentId, selectedPlan: 'tier_200_499', formId: 'the-first-tab' });
    const second = await visitor.agrees({ setupIntentId, selectedPlan: 'tier_1_19', formId: 'the-second-tab' });
    expect(second).toMatchObject({ status: 409, body: { error: expect.stringContaining('another tab') } });
    expect(await stripe(stack, `setup_intents/${setupIntentId}`)).toMatchObject({ status: 'canceled' });
    const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
    expect(idOf(clientSecret)).not.toBe(setupIntentId);
  });

  it('of the same tab may change its plan after a declined card', async () => {
    const { visitor, clientSecret, setupIntentId } = await atTheCardForm();
    await visitor.agrees({ setupIntentId, selectedPlan: 'tier_200_499' });
    await typeCard(stack, clientSecret, '4000000000000002');
    expect((await visitor.agrees({ setupIntentId, selectedPlan: 'tier_1_19' })).status).toBe(200);
    await typeCard(stack, clientSecret);
    await visitor.opensAccount('tier_1_19');
    expect(await planOf(visitor)).toBe('tier_1_19');
    expect((await visitor.receipt()).plan).toBe('tier_1_19');
  });

  it('on the page of the payment provider is to the plan that this page displays', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_50_99' });
    const { url } = (await visitor.call('trial-checkout-session')).body;
    expect(await (await fetch(url)).text()).toContain('allow Lampstand to charge this card $79.99 on');
    expect(await consentsOf(stack, visitor.id)).toEqual([]);
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_1_19' });
    const sessionId = new URL(url).pathname.split('/').at(-1)!;
    const { setup_intent: intent } = await stripe(stack, `checkout/sessions/${sessionId}`);
    const { client_secret: clientSecret } = await stripe(stack, `setup_intents/${intent}`);
    await typeCard(stack, clientSecret);
    expect((await visitor.calls.post('trial-checkout-complete', { sessionId })).body).toMatchObject({ success: true });
    expect(await planOf(visitor)).toBe('tier_50_99');
    expect(await visitor.receipt()).toMatchObject({ plan: 'tier_50_99', amountInCents: 7999 });
  });

  it('is shown to the browser that signed up, not to everyone who has the link', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.agreesAndSavesCard('tier_20_49');
    await visitor.opensAccount('tier_20_49');
    expect((await visitor.receipt()).plan).toBe('tier_20_49');
    expect((await visitor.elsewhere().load()).body.trialSignup).not.toHaveProperty('receipt');
  });

  it('to a card that the provider then refuses is no receipt', async () => {
    const { visitor, clientSecret, setupIntentId } = await atTheCardForm();
    await visitor.agrees({ setupIntentId, selectedPlan: 'tier_200_499' });
    const { payment_method: method } = await typeCard(stack, clientSecret);
    await stripe(stack, `payment_methods/${method}/detach`, {});
    expect((await visitor.opensAccount('tier_200_499')).body).toMatchObject({ success: false });
    expect(await consentsOf(stack, visitor.id)).toMatchObject([{ plan: 'tier_200_499', card: null }]);
    await visitor.savesCard();
    await visitor.opensAccount('tier_1_19');
    expect(await visitor.receipt()).toBeUndefined();
  });

  it('is not needed by a client that only makes the calls of the contract', async () => {
    const visitor = await aVisitor(stack).becomesMember();
    expect(await visitor.receipt()).toBeUndefined();
    expect(await planOf(visitor)).toBe('tier_1_19');
  });
});

checkInvariantsAfterEach(stack);
const after = advanceAndSettle(stack);
const plan = (name: string, body: object) => callsTo(stack).post(name ? `plan/${name}` : 'plan', body);
const day = (at: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' }).format(at);

/** A member who pressed the button of the page: the consent is recorded. */
async function aMemberWithConsent() {
  const visitor = await (await aVisitor(stack).provesPhone()).agreesAndSavesCard();
  expect((await visitor.opensAccount()).body).toMatchObject({ success: true });
  const [welcome] = await stack.sandbox.mails(visitor.details.email, { subject: /^Welcome/ });
  const [, token] = /\/plan\?token=([\w.-]+)/.exec(welcome!.text)!;
  return { id: visitor.id, email: visitor.details.email, phone: visitor.phone, token };
}

describe('the agreements of a member', () => {
  it('list each change made by the member or at Stripe, with its day and amount, on /plan and in the back office', async () => {
    const member = await aMemberWithConsent();
    const { token } = member;
    const first = await lifeOf(stack, member.id);
    await plan('change', { token, selectedPlan: 'tier_20_49' });
    await storesAnotherCard(stack, member);
    await stack.sandbox.mails(member.email, { subject: /^Your new card/ });
    await stripe(stack, `subscriptions/${first.stripe_id}`, {
      trial_end: String(Math.floor(first.trial_ends_at.getTime() / 1000) + 7 * 86_400),
    });
    await stack.sandbox.mails(member.email, { subject: /^Your free trial now ends on/ });
    const moved = (await lifeOf(stack, member.id)).trial_ends_at;
    await plan('cancel', { token });
    await plan('keep', { token });
    await deleteAtStripe(stack, `subscriptions/${first.stripe_id}`);
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
    await after({ minutes: 5 });

    const { agreements, churchName } = (await plan('', { token })).body;
    expect(churchName).toBe('Grace Chapel');
    const signedOn = day(first.created_at);
    expect(agreements.map(({ what }: any) => what)).toEqual([
      `You agreed to the Starter plan (1-19 active users): $19.99 a month, first on ${day(first.trial_ends_at)}, from Visa ending 4242. Nothing was charged on the day you agreed.`,
      'The plan was changed from the Starter plan (1-19 active users) to the Growth plan (20-49 active users), $39.99 a month.',
      'Another card was stored to pay for the plan.',
      `The end of the free trial was moved from ${day(first.trial_ends_at)} to ${day(moved)}.`,
      `The plan was canceled, to end on ${day(moved)}.`,
      'The cancellation was undone.',
      'The subscription ended. Nothing is charged after that.',
    ]);
    expect(new Set(agreements.map((each: any) => each.day))).toEqual(new Set([signedOn]));
    expect(agreements[0].text.words).toContain('$19.99');
    const agent = await anAgent(stack);
    expect((await agent.get(`/api/admin/trials/${member.id}`)).body.agreements).toEqual(agreements);
  });
});
