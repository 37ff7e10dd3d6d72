import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { aPrice, aSandbox, aSavedCard, aTrial, type Sandbox } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await aSandbox()));
afterEach(() => sandbox.stop());

const story = async ({ stripe }: Sandbox) => {
  const { data } = await stripe.events.list({ limit: 100 });
  return data.map(({ type, created }) => ({ type, created })).reverse();
};
const typesSince = async (count: number) => (await story(sandbox)).slice(count).map(({ type }) => type);

describe('a trial', () => {
  it('starts with a paid invoice of 0', async () => {
    const { latest_invoice: id } = await aTrial(sandbox);
    const invoice = await sandbox.stripe.invoices.retrieve(id as string);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 0, billing_reason: 'subscription_create' });
  });

  it('announces its end three days ahead, becomes active, and is charged an hour later', async () => {
    const { id } = await aTrial(sandbox);
    const before = (await story(sandbox)).length;
    const { offsetMs } = await sandbox.advance({ advanceDays: 31 });
    expect(offsetMs).toBe(31 * 86_400_000);
    expect(await typesSince(before)).toEqual(
      `customer.subscription.trial_will_end customer.subscription.updated invoice.created invoice.finalized invoice.updated
       invoice.paid invoice.payment_succeeded`.split(/\s+/),
    );
    const { data } = await sandbox.stripe.invoices.list({ subscription: id });
    expect(data.map(({ amount_paid, billing_reason }) => [amount_paid, billing_reason])).toEqual([
      [1999, 'subscription_cycle'],
      [0, 'subscription_create'],
    ]);
  });

  it('emits the same events over 27 and 4 days as over 31', async () => {
    const other = await aSandbox();
    const [once, twice] = [await aTrial(sandbox), await aTrial(other)];
    await sandbox.advance({ advanceDays: 31 });
    await other.advance({ advanceDays: 27 });
    await other.advance({ advanceDays: 4 });
    const relative = async (from: Sandbox, { trial_end }: { trial_end: number | null }) =>
      (await story(from))
        .filter(({ created }) => created > trial_end! - 5 * 86_400)
        .map(({ type, created }) => [type, created - trial_end!]);
    expect(await relative(other, twice)).toEqual(await relative(sandbox, once));
    await other.stop();
  });

  it('credits what was charged for the month, however often the plan changed without proration', async () => {
    const { id, items } = await aTrial(sandbox);
    const [item] = items.data;
    const large = await aPrice(sandbox, 9999);
    await sandbox.advance({ advanceDays: 35 });
    const change = (price: string, proration_behavior: 'none' | 'create_prorations') =>
      sandbox.stripe.subscriptions.update(id, { items: [{ id: item!.id, price }], proration_behavior });
    for (let time = 0; time < 5; time += 1) {
      await change(large.id, 'none');
      await change(item!.price.id, 'create_prorations');
    }
    await sandbox.advance({ advanceDays: 31 });
    const { data } = await sandbox.stripe.invoices.list({ subscription: id });
    expect(data.map(({ total }) => total)).toEqual([1999, 1999, 0]);
  });

  it('is invoiced after a change of plan with the newest proration first and the coming month last', async () => {
    const { stripe } = sandbox;
    const { id, items } = await aTrial(sandbox);
    const [item] = items.data;
    const [middle, large] = [await aPrice(sandbox, 3999), await aPrice(sandbox, 9999)];
    await sandbox.advance({ advanceDays: 35 });
    for (const { id: price } of [middle, large]) {
      await sandbox.advance({ advanceDays: 5 });
      await stripe.subscriptions.update(id, {
        items: [{ id: item!.id, price }],
        proration_behavior: 'create_prorations',
      });
    }
    await sandbox.advance({ advanceDays: 20 });
    const { data } = await stripe.invoices.list({ subscription: id, limit: 1 });
    const { data: lines } = await stripe.invoices.listLineItems(data[0]!.id);
    expect(
      lines.map(({ description, parent, pricing }) => [
        description?.replace(/ after.*/, ''),
        parent?.subscription_item_details?.proration,
        pricing?.price_details?.price,
      ]),
    ).toEqual([
      ['Remaining time on Starter', true, large.id],
      ['Unused time on Starter', true, middle.id],
      ['Remaining time on Starter', true, middle.id],
      ['Unused time on Starter', true, item!.price.id],
      ['1 × Starter (at $99.99 / month)', false, large.id],
    ]);
  });

  it('is previewed to the cent, as it is and with another plan, and the preview changes nothing', async () => {
    const { stripe } = sandbox;
    const { id, items } = await aTrial(sandbox);
    const [item] = items.data;
    const large = await aPrice(sandbox, 7999);
    const preview = async (more: object = {}) =>
      (await stripe.invoices.createPreview({ subscription: id, ...more })).amount_due;
    expect(await preview()).toBe(1999);
    await sandbox.advance({ advanceDays: 40 });
    const {
      data: [event],
    } = await stripe.events.list({ limit: 1 });
    const { now } = await sandbox.get<{ now: string }>('clock');
    const change = {
      items: [{ id: item!.id, price: large.id }],
      proration_date: Math.floor(Date.parse(now) / 1000),
    };
    const promised = await preview({ subscription_details: change });
    expect(promised).toBeGreaterThan(7999);
    expect([await preview(), (await stripe.events.list({ limit: 1 })).data[0]!.id]).toEqual([1999, event!.id]);
    await sandbox.advance({ advanceMinutes: 30 });
    await stripe.subscriptions.update(id, { ...change, proration_behavior: 'create_prorations' });
    expect(await preview()).toBe(promised);
    await sandbox.advance({ advanceDays: 25 });
    const { data } = await stripe.invoices.list({ subscription: id, limit: 1 });
    expect(data[0]!.amount_paid).toBe(promised);
  });

  it('is charged less by a coupon: each month, or on one invoice alone', async () => {
    const { stripe } = sandbox;
    const { id } = await aTrial(sandbox);
    const [forever, once] = [
      await stripe.coupons.create({ percent_off: 25, duration: 'forever' }),
      await stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'once' }),
    ];
    await stripe.subscriptions.update(id, { discounts: [{ coupon: forever.id }, { coupon: once.id }] });
    const preview = await stripe.invoices.createPreview({ subscription: id, expand: ['discounts.source.coupon'] });
    expect([preview.subtotal, preview.amount_due]).toEqual([1999, 999]);
    expect(preview.discounts).toMatchObject([
      { source: { coupon: { duration: 'forever' } } },
      { source: { coupon: { duration: 'once' } } },
    ]);
    await sandbox.advance({ advanceDays: 31 });
    await sandbox.advance({ advanceDays: 31 });
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual([1499, 999, 0]);
  });

  it('is credited on the next invoices for a smaller plan, until the credit is used up', async () => {
    const { stripe } = sandbox;
    const { id, items } = await aTrial(sandbox);
    const [item] = items.data;
    const large = await aPrice(sandbox, 9999);
    await stripe.subscriptions.update(id, { items: [{ id: item!.id, price: large.id }] });
    await sandbox.advance({ advanceDays: 32 });
    await stripe.subscriptions.update(id, {
      items: [{ id: item!.id, price: item!.price.id }],
      proration_behavior: 'create_prorations',
    });
    await sandbox.advance({ advanceDays: 31 * 6 });
    const { data } = await stripe.invoices.list({ subscription: id });
    const [paid, owed] = [data.map(({ amount_paid }) => amount_paid), data.map(({ total }) => total)];
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(paid.filter((amount) => amount === 0).length).toBeGreaterThan(2);
    expect(sum(paid)).toBe(sum(owed));
  });

  it('has no next invoice once it ends by itself', async () => {
    const { stripe } = sandbox;
    const { id } = await aTrial(sandbox);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });

  it('becomes past due with a card that fails when charged, and recovers with another one', async () => {
    const { id, customer } = await aTrial(sandbox, { number: '4000000000000341' });
    await sandbox.advance({ advanceDays: 31 });
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    const card = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: customer as string });
    await sandbox.stripe.subscriptions.update(id, { default_payment_method: card.id });
    await sandbox.advance({ advanceDays: 3 });
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('has the reason of the last refused attempt in its payment intent, until it is paid', async () => {
    const { id, customer } = await aTrial(sandbox, { number: '4000000000000341' });
    await sandbox.advance({ advanceDays: 31 });
    const { data } = await sandbox.stripe.invoices.list({ subscription: id, status: 'open' });
    const payment = async () => {
      const payments = await sandbox.stripe.invoicePayments.list({
        invoice: data[0]!.id,
        expand: ['data.payment.payment_intent'],
      });
      const [{ status, payment: paid }] = payments.data as [Stripe.InvoicePayment];
      const { last_payment_error, ...intent } = paid.payment_intent as Stripe.PaymentIntent;
      return {
        status,
        intent: intent.status,
        code: last_payment_error?.code,
        decline: last_payment_error?.decline_code,
      };
    };
    const refused = { intent: 'requires_payment_method', code: 'card_declined', decline: 'generic_decline' };
    expect(await payment()).toEqual({ status: 'open', ...refused });
    const card = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: customer as string });
    await sandbox.stripe.invoices.pay(data[0]!.id, { payment_method: card.id });
    expect(await payment()).toEqual({ status: 'paid', intent: 'succeeded', code: undefined, decline: undefined });
  });

  it('ends after four failed attempts', async () => {
    const { id } = await aTrial(sandbox, { number: '4000000000000341' });
    await sandbox.advance({ advanceDays: 31 + 16 });
    const ended = await sandbox.stripe.subscriptions.retrieve(id);
    expect([ended.status, ended.cancellation_details?.reason]).toEqual(['canceled', 'payment_failed']);
    expect((await story(sandbox)).filter(({ type }) => type === 'invoice.payment_failed')).toHaveLength(4);
  });

  it('is tried again by the API as often as wanted, beside the schedule', async () => {
    const { id } = await aTrial(sandbox, { number: '4000000000000341' });
    await sandbox.advance({ advanceDays: 31 });
    const { data } = await sandbox.stripe.invoices.list({ subscription: id, status: 'open' });
    const [invoice] = data;
    for (let time = 0; time < 5; time += 1)
      await expect(sandbox.stripe.invoices.pay(invoice!.id)).rejects.toMatchObject({ code: 'card_declined' });
    const { attempt_count, next_payment_attempt } = await sandbox.stripe.invoices.retrieve(invoice!.id);
    expect([attempt_count, next_payment_attempt]).toEqual([1, invoice!.next_payment_attempt]);
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  });

  it('is not charged when its card was detached', async () => {
    const { id, default_payment_method: card } = await aTrial(sandbox);
    await sandbox.stripe.paymentMethods.detach(card as string);
    await sandbox.advance({ advanceDays: 31 });
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect(await typesSince(0)).not.toContain('invoice.payment_failed');
  });

  it('announces its end at once when shortened, and ends without a charge when canceled', async () => {
    const { id, trial_end: end } = await aTrial(sandbox);
    const before = (await story(sandbox)).length;
    await sandbox.stripe.subscriptions.update(id, { trial_end: end! - 28 * 86_400, cancel_at_period_end: true });
    expect(await typesSince(before)).toEqual(['customer.subscription.updated', 'customer.subscription.trial_will_end']);
    await sandbox.advance({ advanceDays: 3 });
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect((await sandbox.stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
  });
});

describe('a subscription without a trial', () => {
  it('is previewed to the cent before it exists, and charged at once', async () => {
    const { stripe } = sandbox;
    const { customer, card } = await aSavedCard(sandbox);
    const items = [{ price: (await aPrice(sandbox, 3999)).id }];
    const preview = await stripe.invoices.createPreview({ customer, subscription_details: { items } });
    expect([preview.amount_due, (await stripe.invoices.list({ customer })).data]).toEqual([3999, []]);
    const created = await stripe.subscriptions.create({ customer, items, default_payment_method: card });
    expect([created.status, created.trial_end]).toEqual(['active', null]);
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual([3999]);
  });

  it('does not exist when its first invoice is refused, if only a paid one may', async () => {
    const { stripe } = sandbox;
    const { customer, card } = await aSavedCard(sandbox, '4000000000000341');
    const subscription = {
      customer,
      items: [{ price: (await aPrice(sandbox)).id }],
      default_payment_method: card,
      payment_behavior: 'error_if_incomplete' as const,
    };
    await expect(stripe.subscriptions.create(subscription)).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
    const left = [
      await stripe.subscriptions.list({ customer, status: 'all' }),
      await stripe.invoices.list({ customer }),
    ];
    expect(left.map(({ data }) => data)).toEqual([[], []]);
  });
});

describe('webhooks', () => {
  it('have a signature that the library accepts, by real time, even months ahead', async () => {
    await sandbox.advance({ advanceDays: 90 });
    await aTrial(sandbox);
    await sandbox.advance({ advanceMinutes: 1 });
    const { body, headers } = sandbox.received.at(-1)!;
    const event = sandbox.stripe.webhooks.constructEvent(body, headers['stripe-signature'] as string, 'whsec_sandbox');
    expect(event.created).toBeGreaterThan(Date.now() / 1000 + 89 * 86_400);
    expect(() =>
      sandbox.stripe.webhooks.constructEvent(body, headers['stripe-signature'] as string, 'whsec_other'),
    ).toThrow();
  });

  it('can be held and delivered later, or dropped and resent', async () => {
    await sandbox.control('PUT', 'webhooks', { mode: 'hold' });
    await aTrial(sandbox);
    expect(sandbox.received).toHaveLength(0);
    await sandbox.control('POST', 'webhooks/deliver');
    expect(sandbox.received.length).toBeGreaterThan(0);
    await sandbox.control('PUT', 'webhooks', { mode: 'drop' });
    await aTrial(sandbox);
    const [lost] = (await sandbox.stripe.events.list({ type: 'customer.subscription.created', limit: 1 })).data;
    await sandbox.control('PUT', 'webhooks', { mode: 'normal' });
    await sandbox.control('POST', `webhooks/${lost!.id}/resend`);
    expect(JSON.parse(sandbox.received.at(-1)!.body)).toHaveProperty('id', lost!.id);
  });

  it('can be delivered in reverse, both held and already delivered ones', async () => {
    const receivedFrom = (start: number) =>
      sandbox.received.slice(start).map(({ body }) => (JSON.parse(body) as { id: string }).id);
    await sandbox.control('PUT', 'webhooks', { mode: 'hold' });
    await aTrial(sandbox);
    const start = sandbox.received.length;
    await sandbox.control('POST', 'webhooks/reverse');
    const newestFirst = receivedFrom(start);
    const { data } = await sandbox.stripe.events.list({ limit: 100 });
    expect(newestFirst.length).toBeGreaterThan(3);
    expect(newestFirst).toEqual(data.map(({ id }) => id).filter((id) => newestFirst.includes(id)));
    await sandbox.control('PUT', 'webhooks', { mode: 'normal' });
    const again = sandbox.received.length;
    await sandbox.control('POST', 'webhooks/reverse');
    expect(receivedFrom(again).slice(0, newestFirst.length)).toEqual(newestFirst);
  });
});
