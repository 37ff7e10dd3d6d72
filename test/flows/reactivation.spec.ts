/** The way back: a member whose subscription has ended starts again at /plan. @slow */
import { describe, expect, it } from 'vitest';
import {
  aMember,
  anUnpaidMember,
  anAgent,
  callsTo,
  CARDS,
  consentsOf,
  lifeOf,
  type Member,
  retryNow,
  storedAccount,
  stripe,
  typeCard,
  deleteAtStripe,
} from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);

const after = advanceAndSettle(stack);
const plan = (name: string, body: object) => callsTo(stack).post(name ? `plan/${name}` : 'plan', body);
const mailed = ({ email }: Member, subject: string | RegExp, count = 1) =>
  stack.sandbox.mails(email, { subject, count });
const inState = (member: Member, state: string) =>
  eventually(async () => (await lifeOf(stack, member.id)).state === state, { within: 30_000 });

/** Ends the subscription in Stripe's dashboard; the token of the mail about it. */
async function end(member: Member, times = 1): Promise<string> {
  const { stripe_id: id } = await lifeOf(stack, member.id);
  await deleteAtStripe(stack, `subscriptions/${id}`);
  await inState(member, 'canceled');
  const [ended] = await mailed(member, 'Your subscription has ended', times);
  await eventually(async () => (await storedAccount(stack, member.id))!['status'] === 'closed');
  return /\/plan\?token=([\w.-]+)/.exec(ended!.text)![1]!;
}

async function codeFor({ phone }: Member, token: string): Promise<string> {
  const { length } = await stack.sandbox.sms(phone);
  expect(await plan('reactivate/code', { token })).toMatchObject({ status: 200, body: { sent: true } });
  return stack.sandbox.smsCode(phone, { count: length + 1 });
}

async function proven(member: Member, token: string): Promise<string> {
  const code = await codeFor(member, token);
  const { status, body } = await plan('reactivate/verify', { token, code });
  expect(status).toBe(200);
  return body.token;
}

const offer = async (token: string, selectedPlan: string) => {
  const { status, body } = await plan('reactivate/preview', { token, selectedPlan });
  expect(status).toBe(200);
  const { amountInCents, monthlyInCents, consentVersion } = body;
  const { cardSince } = (await plan('', { token })).body;
  return { ...body, press: { token, selectedPlan, amountInCents, monthlyInCents, cardSince, consentVersion } };
};

/** The charges of a new start that /plan says were agreed to. */
const startsAgreed = async (token: string): Promise<object[]> =>
  (await plan('', { token })).body.agreements.filter(({ what }: any) => what.startsWith('You started again'));

/** The subscriptions of the member at Stripe, newest first. */
async function subscriptionsOf({ id }: Member): Promise<{ id: string; status: string; customer: string }[]> {
  const { subscriptions } = await stack.sandbox.records();
  return subscriptions.filter(({ metadata }: any) => metadata.trial_id === String(id));
}

describe('a member whose subscription has ended', () => {
  it('starts again by a code to the phone, and pays at once what the page says, in the same account', async () => {
    const member = await aMember(stack);
    const [welcome] = await mailed(member, /^Welcome/);
    const running = /\/plan\?token=([\w.-]+)/.exec(welcome!.text)![1]!;
    expect((await plan('reactivate/code', { token: running })).status).toBe(409);
    await after({ days: 45 });
    const token = await end(member);
    const [ended] = await mailed(member, 'Your subscription has ended');
    expect(ended!.text).toContain('You can start again at any time');
    expect(ended!.text).not.toMatch(/cancel/i);
    expect((await plan('', { token })).body).toMatchObject({
      status: 'canceled',
      reactivation: { phone: `(•••) •••-${member.phone.slice(-4)}`, isPhoneProven: false },
    });
    for (const call of ['reactivate/preview', 'reactivate'])
      expect(
        await plan(call, {
          token,
          selectedPlan: 'tier_50_99',
          amountInCents: 7999,
          monthlyInCents: 7999,
          cardSince: '2026-11-23T10:00:00.000Z',
          consentVersion: 'x',
        }),
      ).toMatchObject({ status: 403, body: { error: 'Please confirm your phone again.' } });
    const code = await codeFor(member, token);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await plan('reactivate/verify', { token, code: wrong })).toMatchObject({
      status: 400,
      body: { reason: 'wrong' },
    });
    const { body: answer } = await plan('reactivate/verify', { token, code });
    const before = await lifeOf(stack, member.id);

    const { text, press, amountInCents, monthlyInCents } = await offer(answer.token, 'tier_50_99');
    expect([amountInCents, monthlyInCents]).toEqual([7999, 7999]);
    expect(text).toContain('allow Lampstand to charge this card $79.99 today');
    const started = await plan('reactivate', press);
    expect(started).toMatchObject({
      status: 200,
      body: {
        status: 'active',
        plan: 'tier_50_99',
        monthlyInCents: 7999,
        invoices: [{ amountInCents: 7999, status: 'paid' }, { amountInCents: 1999 }],
        reactivation: null,
        activeUsers: 0,
      },
    });
    const [now, former, ...more] = await subscriptionsOf(member);
    expect([now!.status, former!.status, more]).toEqual(['active', 'canceled', []]);
    expect(now!.customer).toBe(former!.customer);
    const account = await storedAccount(stack, member.id);
    await eventually(async () => (await storedAccount(stack, member.id))!['status'] === 'active');
    expect(account).toMatchObject({ id: account!['id'], church_id: account!['church_id'] });
    const [mail] = await mailed(member, 'Welcome back: your plan runs again');
    const words = mail!.text.replaceAll(/\s+/g, ' ');
    expect(words).toContain(text);
    expect(words).toContain('$79.99 on');
    await mailed(member, /^Receipt for invoice/, 2);
    const { period_ends_at: next, closes_at: closes, trial_ends_at: from } = await lifeOf(stack, member.id);
    expect(closes).toEqual(next);
    expect(from.getTime()).toBeGreaterThan(before.trial_ends_at.getTime());

    await after({ days: 32 });
    const { payments } = await lifeOf(stack, member.id);
    expect(payments.map((each: any) => each.paid_in_cents)).toEqual([7999, 7999, 1999, 0]);
  });

  it('makes one subscription with two presses, in two tabs', async () => {
    const member = await aMember(stack);
    const token = await proven(member, await end(member));
    const { press } = await offer(token, 'tier_20_49');
    const answers = await Promise.all([plan('reactivate', press), plan('reactivate', press)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await plan('reactivate', press)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect((await subscriptionsOf(member)).map(({ status }) => status)).toEqual(['active', 'canceled']);
    await mailed(member, 'Welcome back: your plan runs again');
    expect(await startsAgreed(token)).toHaveLength(1);
  });

  it('is not charged by a card that the bank refuses, and starts again with another one', async () => {
    const member = await aMember(stack, { card: CARDS.declinesLater });
    const token = await proven(member, await end(member));
    const { press } = await offer(token, 'tier_1_19');
    const refused = {
      status: 402,
      body: { error: 'Your bank refused the card. Nothing was charged. Please try another card.' },
    };
    expect(await plan('reactivate', press)).toMatchObject(refused);
    expect(await plan('reactivate', press)).toMatchObject(refused);
    expect((await plan('', { token })).body).toMatchObject({ status: 'canceled', invoices: [] });
    const { body: page } = await plan('card', { token });
    const html = await (await fetch(page.url)).text();
    await typeCard(stack, /data-client-secret="([^"]+)"/.exec(html)![1]!, '5555555555554444');
    await eventually(async () => (await plan('', { token })).body.card.last4 === '4444');
    expect(await plan('reactivate', press)).toMatchObject({
      status: 409,
      body: { error: 'The card has changed since this page showed it. Please look at it again.' },
    });
    expect(await plan('reactivate', (await offer(token, 'tier_1_19')).press)).toMatchObject({
      status: 200,
      body: { status: 'active' },
    });
    const consents = await consentsOf(stack, member.id);
    expect(consents.map(({ card }) => (card as { last4: string } | null)?.last4)).toEqual([
      undefined,
      undefined,
      '4444',
    ]);
    expect(await stack.sandbox.mails(member.email, { subject: /^Your new card/, count: 0 })).toEqual([]);
  });

  it('is not charged when the press never reaches Stripe, and once when its answer is lost', async () => {
    const member = await aMember(stack);
    const token = await proven(member, await end(member));
    const { press } = await offer(token, 'tier_1_19');
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'refuse', times: 2 });
    expect((await plan('reactivate', press)).status).toBe(503);
    await stack.sandbox.heal();
    expect(await startsAgreed(token)).toEqual([]);
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'execute-then-drop', times: 2 });
    await plan('reactivate', press);
    await stack.sandbox.heal();
    await inState(member, 'active');
    expect(await plan('reactivate', press)).toMatchObject({ status: 200, body: { status: 'active' } });
    await settled(stack);
    expect((await subscriptionsOf(member)).map(({ status }) => status)).toEqual(['active', 'canceled']);
    expect((await lifeOf(stack, member.id)).payments.filter((each: any) => each.paid_in_cents > 0)).toHaveLength(1);
    expect(await startsAgreed(token)).toHaveLength(1);
  });

  it('stays ended while another product is sold to the customer at Stripe, and can still start again', async () => {
    const member = await aMember(stack);
    const token = await proven(member, await end(member));
    const { customer_id: customer } = await lifeOf(stack, member.id);
    const { id: product } = await stripe(stack, 'products', { name: 'Summer camp' });
    const { id: price } = await stripe(stack, 'prices', {
      product,
      currency: 'usd',
      unit_amount: '5000',
      'recurring[interval]': 'month',
    });
    const camp = await stripe(stack, 'subscriptions', { customer, 'items[0][price]': price });
    await settled(stack);
    expect((await plan('', { token })).body).toMatchObject({ status: 'canceled', invoices: [] });
    const { press } = await offer(token, 'tier_1_19');
    expect((await plan('reactivate', press)).body).toMatchObject({
      status: 'active',
      monthlyInCents: 1999,
      invoices: [{ amountInCents: 1999, status: 'paid' }],
    });
    expect((await subscriptionsOf(member)).map(({ status }) => status)).toEqual(['active', 'canceled']);
    await deleteAtStripe(stack, `subscriptions/${camp.id}`);
  });

  it('has an open account again when a subscription is created in the Stripe dashboard', async () => {
    const member = await aMember(stack);
    const token = await end(member);
    const { customer_id: customer, price_id: price } = await lifeOf(stack, member.id);
    await stripe(stack, 'subscriptions', {
      customer,
      'items[0][price]': price,
      'metadata[trial_id]': String(member.id),
    });
    await inState(member, 'active');
    await eventually(async () => (await storedAccount(stack, member.id))!['status'] === 'active');
    const [mail] = await mailed(member, 'Welcome back: your plan runs again');
    expect(mail!.text).not.toContain('What you agreed to');
    expect(await startsAgreed(token)).toEqual([]);
  });

  it('starts again with a new customer and a new card when the customer was deleted at Stripe', async () => {
    const member = await aMember(stack);
    const { customer_id: gone } = await lifeOf(stack, member.id);
    await deleteAtStripe(stack, `customers/${gone}`);
    await inState(member, 'canceled');
    const [ended] = await mailed(member, 'Your subscription has ended');
    const token = await proven(member, /\/plan\?token=([\w.-]+)/.exec(ended!.text)![1]!);
    const { press } = await offer(token, 'tier_1_19');
    const bare = { ...press, cardSince: new Date().toISOString() };
    expect(await plan('reactivate', bare)).toMatchObject({ status: 409, body: { error: 'Please add a card first.' } });
    const { body: page } = await plan('card', { token });
    const html = await (await fetch(page.url)).text();
    await typeCard(stack, /data-client-secret="([^"]+)"/.exec(html)![1]!, '5555555555554444');
    await eventually(async () => (await plan('', { token })).body.card?.last4 === '4444');
    expect(await plan('reactivate', (await offer(token, 'tier_1_19')).press)).toMatchObject({
      status: 200,
      body: { status: 'active' },
    });
    const { customer_id: customer } = await lifeOf(stack, member.id);
    expect(customer).not.toBe(gone);
    expect(await storedAccount(stack, member.id)).toMatchObject({ stripe_customer_id: customer });
  });

  it('owes nothing of before, although its open invoice is withdrawn only after the new start', async () => {
    const member = await anUnpaidMember(stack);
    await stack.sandbox.fault({ match: 'POST /v1/invoices/*/void', mode: 'refuse', times: 0 });
    const token = await proven(member, await end(member));
    const { body: page } = await plan('card', { token });
    const html = await (await fetch(page.url)).text();
    await typeCard(stack, /data-client-secret="([^"]+)"/.exec(html)![1]!, '5555555555554444');
    await eventually(async () => (await plan('', { token })).body.card.last4 === '4444');
    expect((await plan('reactivate', (await offer(token, 'tier_1_19')).press)).status).toBe(200);
    await stack.sandbox.heal();
    const statuses = async () => (await lifeOf(stack, member.id)).payments.map(({ status }: any) => status);
    await eventually(async () => {
      await retryNow(stack, 'voidOpenInvoices');
      return (await statuses()).includes('void');
    });
    expect((await statuses()).toSorted()).toEqual(['paid', 'paid', 'void']);
  });

  it('can end and come back more than once, each with its mails', { tags: 'thorough' }, async () => {
    const member = await aMember(stack);
    for (const time of [1, 2]) {
      const token = await proven(member, await end(member, time));
      expect((await plan('reactivate', (await offer(token, 'tier_1_19')).press)).status).toBe(200);
      await mailed(member, 'Welcome back: your plan runs again', time);
      await eventually(async () => (await storedAccount(stack, member.id))!['status'] === 'active');
    }
    await end(member, 3);
  });

  it('pays what a credit leaves', async () => {
    const member = await aMember(stack);
    const token = await proven(member, await end(member));
    const { customer_id: customer } = await lifeOf(stack, member.id);
    await stripe(stack, `customers/${customer}`, { balance: '-500' });
    const { press, amountInCents, monthlyInCents, text } = await offer(token, 'tier_1_19');
    expect([amountInCents, monthlyInCents]).toEqual([1499, 1999]);
    expect(text).toContain('$14.99 today');
    expect((await plan('reactivate', { ...press, amountInCents: 1999 })).status).toBe(409);
    expect((await plan('reactivate', { ...press, monthlyInCents: 1499 })).status).toBe(409);
    expect((await plan('reactivate', press)).body.invoices).toMatchObject([{ amountInCents: 1499, status: 'paid' }]);
  });

  it('confirms the phone again after an hour, and is refused once an erasure is requested', async () => {
    const member = await aMember(stack);
    const token = await proven(member, await end(member));
    const { press } = await offer(token, 'tier_1_19');
    await after({ minutes: 61 });
    expect((await plan('reactivate', press)).status).toBe(403);
    expect((await plan('', { token })).body.reactivation.isPhoneProven).toBe(false);
    const agent = await anAgent(stack);
    await agent.runs(member.id, 'erase', { confirm: 'ERASE' });
    expect((await plan('', { token })).body.reactivation).toBeNull();
    expect(await plan('reactivate/code', { token })).toMatchObject({
      status: 409,
      body: { error: 'You asked us to erase your data. To keep your account, write to us first.' },
    });
  });
});
