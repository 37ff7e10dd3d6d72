/** The plan page: its links, and changing, canceling and paying a plan. @slow */
import { dollars } from '@lampstand/contracts';
import { describe, expect, it } from 'vitest';
import {
  anAgent,
  aMember,
  anUnpaidMember,
  callsTo,
  countTimes,
  firstMonthOf,
  lifeOf,
  type Member,
  paysFirstMonth,
  planTokenOf,
  stripe,
  typeCard,
  jobsOf,
} from '../builders/index.ts';
import { untilHeld, advanceAndSettle, checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);

const LINK = 'Your link to your plan';
const plan = (name: string, body: object) => callsTo(stack).post(name ? `plan/${name}` : 'plan', body);
const requestLink = (email: string) => plan('link', { email });
const tokenIn = ({ text }: { text: string }) => /\/plan\?token=([\w.-]+)/.exec(text)![1]!;

const tokenOf = (member: Member) => planTokenOf(stack, member);

const after = advanceAndSettle(stack);

// The first ones, because each day that passes is one of all members.
describe('a plan as time passes', () => {
  it('that changes in mid-month costs what the preview says, to the cent, on /plan, in the mails and on the invoice', async () => {
    const member = await aMember(stack);
    await paysFirstMonth(stack, member);
    await after({ days: 10 });
    const token = await tokenOf(member);
    const preview = await plan('preview', { token, selectedPlan: 'tier_50_99' });
    expect(preview.status).toBe(200);
    const { nextCharge, monthlyInCents, prorationDate } = preview.body;
    expect(monthlyInCents).toBe(7999);
    expect(nextCharge.prorationInCents).toBeGreaterThan(0);
    expect(nextCharge.amountInCents).toBe(7999 + nextCharge.prorationInCents);
    expect((await plan('', { token })).body).toMatchObject({ plan: 'tier_1_19', nextCharge: { amountInCents: 1999 } });
    await stack.sandbox.advance({ minutes: 20 });
    const changed = await plan('change', { token, selectedPlan: 'tier_50_99', prorationDate });
    expect(changed).toMatchObject({ status: 200, body: { monthlyInCents: 7999, nextCharge } });
    const amount = dollars(nextCharge.amountInCents);
    const [mail] = await stack.sandbox.mails(member.email, { subject: /^Your plan is now/ });
    for (const words of [amount, dollars(nextCharge.prorationInCents), '$79.99 each month'])
      expect(mail!.text).toContain(words);
    const { period_ends_at: begins } = await lifeOf(stack, member.id);
    await after({ days: 22 });
    await eventually(
      async () => (await lifeOf(stack, member.id)).payments[0]?.paid_in_cents === nextCharge.amountInCents,
    );
    const [invoice] = (await plan('', { token: await tokenOf(member) })).body.invoices;
    expect(invoice).toMatchObject({ amountInCents: nextCharge.amountInCents, periodFrom: begins.toISOString() });
    expect(invoice.lines).toEqual(nextCharge.lines);
    const [receipt] = await stack.sandbox.mails(member.email, { subject: `Receipt for invoice ${invoice.number}` });
    for (const { text, amountInCents } of invoice.lines)
      expect(receipt!.text.replaceAll(/\s+/g, ' ')).toContain(`${text}: ${dollars(amountInCents)}`);
  });

  it('costs what a price says that was given at Stripe', async () => {
    const member = await aMember(stack, { plan: 'tier_50_99' });
    const { stripe_id: id } = await lifeOf(stack, member.id);
    const { items } = await stripe(stack, `subscriptions/${id}`);
    const [item] = items.data;
    const price = await stripe(stack, 'prices', {
      product: item.price.product,
      currency: 'usd',
      unit_amount: '5000',
      'recurring[interval]': 'month',
    });
    await stripe(stack, `subscriptions/${id}`, { 'items[0][id]': item.id, 'items[0][price]': price.id });
    await eventually(async () => (await lifeOf(stack, member.id)).monthly_in_cents === 5000);
    expect((await plan('', { token: await tokenOf(member) })).body).toMatchObject({
      plan: 'tier_50_99',
      monthlyInCents: 5000,
      nextCharge: { amountInCents: 5000 },
    });
    await after({ days: 23, minutes: 5 });
    const [changed] = await stack.sandbox.mails(member.email, { subject: 'Your price has changed' });
    expect(changed!.text.replaceAll(/\s+/g, ' ')).toMatch(/before: \$79\.99 .*now: \$50\.00 on/);
    const [notice] = await stack.sandbox.mails(member.email, { subject: 'Your free trial ends in 7 days' });
    expect(notice!.text).toContain('$50.00');
    expect(notice!.text).not.toContain('$79.99');
    await after({ days: 8 });
    await eventually(async () => (await lifeOf(stack, member.id)).payments[0]?.paid_in_cents === 5000);
  });

  it('sends a mail when the card expires before the next charge, and confirms a renewed card with the same digits', async () => {
    const member = await aMember(stack);
    const { stripe_id: id, trial_ends_at: ends } = await lifeOf(stack, member.id);
    const { default_payment_method: card } = await stripe(stack, `subscriptions/${id}`);
    const expires = async (at: Date) =>
      stripe(stack, `payment_methods/${card}`, {
        'card[exp_month]': String(at.getUTCMonth() + 1),
        'card[exp_year]': String(at.getUTCFullYear()),
      });
    const monthBefore = new Date(Date.UTC(ends.getUTCFullYear(), ends.getUTCMonth() - 1, 5));
    await expires(monthBefore);
    const [expiring] = await stack.sandbox.mails(member.email, { subject: 'Your card expires soon' });
    expect(expiring!.text.replaceAll(/\s+/g, ' ')).toMatch(/Visa ending 4242 is good until .*\$19\.99 on/);
    const token = await tokenOf(member);
    const before = (await plan('', { token })).body;
    expect(before.card.expires).toBe(monthBefore.toISOString().slice(0, 7));
    await after({ days: 23, minutes: 5 });
    const [notice] = await stack.sandbox.mails(member.email, { subject: 'Your free trial ends in 7 days' });
    expect(notice!.text.replaceAll(/\s+/g, ' ')).toContain('This card expires before that day.');
    await expires(new Date(Date.UTC(ends.getUTCFullYear() + 4, 1)));
    const [renewed] = await stack.sandbox.mails(member.email, { subject: 'Your new card: Visa ending 4242', count: 2 });
    expect(renewed!.text).toContain('pays for your plan');
    const now = (await plan('', { token })).body;
    expect(now.card).toEqual({ brand: 'visa', last4: '4242', expires: `${ends.getUTCFullYear() + 4}-02` });
    expect(now.cardSince > before.cardSince).toBe(true);
    expect(await stack.sandbox.mails(member.email, { subject: 'Your card expires soon' })).toHaveLength(1);
  });

  it('can be canceled in the trial, kept, and canceled again, and nothing is charged', async () => {
    const member = await aMember(stack);
    const token = await tokenOf(member);
    const { trial_ends_at: ends } = await lifeOf(stack, member.id);
    const cancelAt = ends.toISOString();
    for (let time = 0; time < 2; time += 1)
      expect(await plan('cancel', { token })).toMatchObject({ status: 200, body: { status: 'trialing', cancelAt } });
    expect(await plan('keep', { token })).toMatchObject({ status: 200, body: { cancelAt: null } });
    await plan('cancel', { token });
    await after({ days: 24 });
    expect(await stack.sandbox.mails(member.email, { count: 0, subject: /trial ends/ })).toEqual([]);
    await after({ days: 5, minutes: 24 * 60 + 5 });
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
    const { payments, journal, account } = await lifeOf(stack, member.id);
    expect(payments.every((each: any) => each.paid_in_cents === 0)).toBe(true);
    expect(journal.map(({ event, note }: any) => event ?? note)).toEqual(
      expect.arrayContaining(['trial.started', 'cancel requested', 'cancel undone', 'became.canceled']),
    );
    await eventually(async () => (await lifeOf(stack, member.id)).account === 'closed', { within: 20_000 });
    expect(account).toMatch(/active|closed/);
    await stack.sandbox.mails(member.email, { subject: 'Your subscription has ended' });
    const fresh = await tokenOf(member);
    expect(await plan('', { token: fresh })).toMatchObject({ status: 200, body: { status: 'canceled' } });
    for (const name of ['cancel', 'keep', 'card']) expect((await plan(name, { token: fresh })).status).toBe(409);
  });
});

describe('the link to a plan', () => {
  it('expires after 30 days, and is refused when it is forged', async () => {
    const token = await tokenOf(await aMember(stack));
    const expired = {
      status: 410,
      body: { linkOver: true, error: 'This link no longer works. Please ask for a new one.' },
    };
    for (const forged of [`${token}x`, token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), 'abc.def'])
      for (const name of ['', 'cancel', 'keep', 'card', 'upgrade'])
        expect(await plan(name, { token: forged })).toMatchObject(expired);
    await after({ days: 30, minutes: 1 });
    expect(await plan('', { token })).toMatchObject(expired);
    expect(await plan('cancel', { token })).toMatchObject(expired);
  });

  it('shows the plan, its dates and the card, until the next link replaces it or a support agent ends it', async () => {
    const member = await aMember(stack);
    const { trial_ends_at: ends } = await lifeOf(stack, member.id);
    const older = await tokenOf(member);
    expect(await plan('', { token: older })).toMatchObject({
      status: 200,
      body: {
        firstName: 'Mary',
        plan: 'tier_1_19',
        status: 'trialing',
        trialEndsAt: ends.toISOString(),
        cancelAt: null,
        card: { brand: 'visa', last4: '4242' },
        openInvoice: null,
        upgrade: null,
      },
    });
    const token = await tokenOf(member);
    await eventually(async () => (await plan('', { token: older })).status === 410);
    expect((await plan('', { token })).status).toBe(200);
    const agent = await anAgent(stack);
    expect(await agent.runs(member.id, 'end-plan-links')).toMatchObject({ status: 200, body: { success: true } });
    expect((await plan('cancel', { token })).status).toBe(410);
    expect((await plan('', { token: await tokenOf(member) })).status).toBe(200);
  });

  it('is answered the same for every address, and mailed to accounts only', async () => {
    const member = await aMember(stack);
    const [known, unknown] = [
      await requestLink(member.email.toUpperCase()),
      await requestLink('nobody@church.example'),
    ];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known).toMatchObject({ status: 202, body: { success: true } });
    await stack.sandbox.mails(member.email, { subject: LINK });
    await settled(stack);
    expect(await stack.sandbox.mails('nobody@church.example', { count: 0 })).toEqual([]);
  });

  it('is mailed at most three times a day', async () => {
    const member = await aMember(stack);
    const statuses = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await requestLink(member.email)).status);
    expect(statuses).toEqual([202, 202, 202, 429, 429]);
    await settled(stack);
    expect(await stack.sandbox.mails(member.email, { count: 0, subject: LINK })).toHaveLength(3);
  });

  it('is invalid when a support agent ends it while its mail is being sent', async () => {
    const member = await aMember(stack);
    await stack.sandbox.fault({ match: 'SMTP', mode: 'hold-before' });
    const token = tokenOf(member);
    await untilHeld(stack);
    await stack.sandbox.advance({ minutes: 1 });
    const agent = await anAgent(stack);
    expect((await agent.runs(member.id, 'end-plan-links')).status).toBe(200);
    await stack.sandbox.heal();
    await settled(stack);
    expect((await plan('', { token: await token })).status).toBe(410);
  });

  it.each([{}, { token: 7 }, { token: 'x y' }, { token: 'a'.repeat(501) }])('is refused as %j', async (body) => {
    expect((await plan('cancel', body)).status).toBe(400);
  });

  it('allows 10 card pages an hour and 30 changes a day per plan', async () => {
    const member = await aMember(stack);
    const token = await tokenOf(member);
    await countTimes(stack, 'planCardPagesPerSubscription', member.id, 9);
    await countTimes(stack, 'planChangesPerSubscription', member.id, 29);
    const tooMany = { status: 429, body: { retryAt: expect.any(String) } };
    for (const name of ['card', 'keep']) {
      expect((await plan(name, { token })).status).toBe(200);
      expect(await plan(name, { token })).toMatchObject(tooMany);
    }
    expect((await plan('', { token })).status).toBe(200);
  });
});

describe('a plan', () => {
  it('can be changed in the trial without moving its end, and is billed as chosen', async () => {
    const member = await aMember(stack);
    const token = await tokenOf(member);
    const { trial_ends_at: ends, stripe_id: id } = await lifeOf(stack, member.id);
    const changed = await plan('change', { token, selectedPlan: 'tier_50_99' });
    expect(changed).toMatchObject({
      status: 200,
      body: { plan: 'tier_50_99', status: 'trialing', trialEndsAt: ends.toISOString() },
    });
    expect((await stripe(stack, `subscriptions/${id}`)).items.data).toMatchObject([{ price: { unit_amount: 7999 } }]);
    expect((await plan('change', { token, selectedPlan: 'tier_0' })).status).toBe(400);
    await paysFirstMonth(stack, member);
    expect(await firstMonthOf(stack, member.id)).toMatchObject({ paid_in_cents: 7999 });
  });

  it('is not changed by a preview of another hour, which would charge another amount', async () => {
    const member = await aMember(stack);
    await paysFirstMonth(stack, member);
    await after({ days: 10 });
    const token = await tokenOf(member);
    const { prorationDate } = (await plan('preview', { token, selectedPlan: 'tier_50_99' })).body;
    const later = new Date(Date.parse(prorationDate) + 20 * 86_400_000).toISOString();
    const change = (date: string) => plan('change', { token, selectedPlan: 'tier_50_99', prorationDate: date });
    expect((await change(later)).status).toBe(409);
    await stack.sandbox.advance({ minutes: 61 });
    expect(await change(prorationDate)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('look at it again') },
    });
    expect((await plan('', { token })).body.plan).toBe('tier_1_19');
  });

  it('costs what a coupon leaves that was given at Stripe, for all months or for one', async () => {
    const member = await aMember(stack, { plan: 'tier_50_99' });
    const { stripe_id: id } = await lifeOf(stack, member.id);
    const token = await tokenOf(member);
    const gives = async (coupon: Record<string, string>, amount: number) => {
      const { id: code } = await stripe(stack, 'coupons', coupon);
      await stripe(stack, `subscriptions/${id}`, { 'discounts[0][coupon]': code });
      await eventually(async () => (await lifeOf(stack, member.id)).next_charge.amountInCents === amount);
      return (await plan('', { token })).body;
    };
    const once = await gives({ amount_off: '1000', currency: 'usd', duration: 'once' }, 6999);
    expect(once).toMatchObject({
      monthlyInCents: 7999,
      nextCharge: { lines: [{}, { text: 'Discount', amountInCents: -1000 }] },
    });
    expect(await gives({ percent_off: '25', duration: 'forever' }, 5999)).toMatchObject({ monthlyInCents: 5999 });
    const mails = await stack.sandbox.mails(member.email, { subject: 'Your price has changed', count: 2 });
    const texts = mails.map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(texts[1]).toMatch(/before: \$79\.99 .*now: \$69\.99 on .*After that: \$79\.99 a month/);
    expect(texts[0]).toMatch(/before: \$69\.99 .*now: \$59\.99 on .*After that: \$59\.99 a month/);
    await paysFirstMonth(stack, member);
    expect(await firstMonthOf(stack, member.id)).toMatchObject({ paid_in_cents: 5999 });
  });

  it('is confirmed by one mail per change, whoever made it, each with the link to the plan', async () => {
    const member = await aMember(stack);
    const { customer_id: customer, stripe_id: id } = await lifeOf(stack, member.id);
    const token = await tokenOf(member);
    const confirmed = async (subject: RegExp, ...words: string[]) => {
      const mails = await stack.sandbox.mails(member.email, { subject });
      expect(mails).toHaveLength(1);
      const text = mails[0]!.text.replace(/\s+/g, ' ');
      for (const word of words) expect(text).toContain(word);
      const own = await plan('', { token: tokenIn(mails[0]!) });
      expect(own.status).toBe(200);
    };
    await plan('change', { token, selectedPlan: 'tier_50_99' });
    await confirmed(/^Your plan is now 50-99 active users$/, 'Starter (1-19 active users a month)', '$79.99 a month');
    await plan('cancel', { token });
    await confirmed(/^Your plan is canceled and ends on/, 'Nothing is charged', 'Undo the cancellation');
    // By support, and by the provider's portal.
    const agent = await anAgent(stack);
    expect((await agent.runs(member.id, 'keep-subscription')).status).toBe(200);
    await confirmed(/^Your plan continues$/, '$79.99 on', 'your Visa ending 4242');
    const card = await stripe(stack, 'payment_methods/pm_card_mastercard/attach', { customer });
    await stripe(stack, `subscriptions/${id}`, { default_payment_method: card.id });
    await confirmed(/^Your new card: Mastercard ending 4444$/);
    const { events } = await stack.sandbox.records();
    for (const event of events.filter(({ type }: any) => type === 'customer.subscription.updated').slice(0, 8))
      await stack.sandbox.call(`webhooks/${event.id}/resend`, { method: 'POST' });
    await settled(stack);
    for (const subject of [/^Your plan is now/, /^Your plan is canceled/, /^Your plan continues/, /^Your new card/])
      await confirmed(subject);
  });

  it('does not change while Stripe is down, and the answer says so', async () => {
    const member = await aMember(stack);
    const token = await tokenOf(member);
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions/*', mode: '500', times: 0 });
    expect(await plan('cancel', { token })).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('cannot be reached') },
    });
    await stack.sandbox.heal();
    expect(await plan('', { token })).toMatchObject({ body: { cancelAt: null } });
  });

  it('is paid with another card once that is entered at Stripe, which affects no sign-up', async () => {
    const member = await anUnpaidMember(stack);
    const token = await tokenOf(member);
    const { status, body } = await plan('card', { token });
    expect([status, body.success]).toEqual([200, true]);
    const page = await (await fetch(body.url)).text();
    await typeCard(stack, /data-client-secret="([^"]+)"/.exec(page)![1]!, '5555555555554444');
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'active', { within: 30_000 });
    expect(await lifeOf(stack, member.id)).toMatchObject({
      card: { brand: 'mastercard', last4: '4444' },
    });
    expect(await firstMonthOf(stack, member.id)).toMatchObject({ status: 'paid', paid_in_cents: 1999 });
    const back = await fetch(body.url, { redirect: 'manual' });
    expect(back.headers.get('location')).toBe(`${stack.url}/plan?token=${token}&card=done`);
    await settled(stack);
    expect((await jobsOf(stack, { queue: 'recordCard' })).filter(({ state }) => state === 'failed')).toEqual([]);
  });
});
