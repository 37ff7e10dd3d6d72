/** Paused collection of payments, and subscriptions that are paused: https://docs.stripe.com/billing/subscriptions/pause-payment */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { aSandbox, aTrial, type Sandbox } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await aSandbox()));
afterEach(() => sandbox.stop());

const DAY = 86_400;
const invoices = async (subscription: string) =>
  (await sandbox.stripe.invoices.list({ subscription })).data
    .filter(({ amount_due }) => amount_due > 0)
    .map(({ status, amount_paid, auto_advance }) => ({ status, amount_paid, auto_advance }));
const newestEvents = async (limit: number) =>
  (await sandbox.stripe.events.list({ limit })).data.map(({ type }) => type).reverse();

describe('paused collection', () => {
  const pause = async (id: string, behavior: Stripe.SubscriptionUpdateParams.PauseCollection.Behavior, more = {}) =>
    sandbox.stripe.subscriptions.update(id, { pause_collection: { behavior, ...more } });

  it.each([
    ['keep_as_draft', 'draft', ['customer.subscription.updated', 'invoice.created']],
    ['void', 'void', ['customer.subscription.updated', 'invoice.created', 'invoice.finalized', 'invoice.voided']],
    [
      'mark_uncollectible',
      'uncollectible',
      ['customer.subscription.updated', 'invoice.created', 'invoice.finalized', 'invoice.marked_uncollectible'],
    ],
  ])('with %s leaves invoices %s and charges nothing, in the same status', async (behavior, status, events) => {
    const { id } = await aTrial(sandbox);
    const paused = await pause(id, behavior);
    expect(paused.pause_collection).toEqual({ behavior, resumes_at: null });
    expect(paused.status).toBe('trialing');
    expect(await newestEvents(1)).toEqual(['customer.subscription.updated']);
    await sandbox.advance({ advanceDays: 31 });
    expect(await newestEvents(events.length)).toEqual(events);
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('active');
    expect(await invoices(id)).toEqual([{ status, amount_paid: 0, auto_advance: false }]);
  });

  it('ends by itself or by an update, and the next period is charged', async () => {
    const { id, trial_end: end } = await aTrial(sandbox);
    await pause(id, 'void', { resumes_at: end! + 5 * DAY });
    await sandbox.advance({ advanceDays: 36 });
    const { data } = await sandbox.stripe.events.list({ type: 'customer.subscription.updated', limit: 1 });
    expect(data[0]!.data.previous_attributes).toEqual({
      pause_collection: { behavior: 'void', resumes_at: end! + 5 * DAY },
    });
    expect((await sandbox.stripe.subscriptions.retrieve(id)).pause_collection).toBeNull();
    await sandbox.advance({ advanceDays: 26 });
    expect((await invoices(id)).map(({ status }) => status)).toEqual(['paid', 'void']);
    await pause(id, 'void');
    const resumed = await sandbox.stripe.subscriptions.update(id, { pause_collection: '' });
    expect(resumed.pause_collection).toBeNull();
    await sandbox.advance({ advanceDays: 31 });
    expect((await invoices(id)).map(({ status }) => status)).toEqual(['paid', 'paid', 'void']);
  });

  it('does not stop the retries of an earlier invoice until its automatic collection is off', async () => {
    const { id } = await aTrial(sandbox, { number: '4000000000000341' });
    await sandbox.advance({ advanceDays: 31 });
    await pause(id, 'void');
    await sandbox.advance({ advanceDays: 4 });
    const [owed] = (await sandbox.stripe.invoices.list({ subscription: id, status: 'open' })).data;
    expect(owed).toMatchObject({ attempt_count: 2, next_payment_attempt: expect.any(Number) });
    const off = await sandbox.stripe.invoices.update(owed!.id, { auto_advance: false });
    expect(off).toMatchObject({ status: 'open', auto_advance: false, next_payment_attempt: null });
    expect(await newestEvents(1)).toEqual(['invoice.updated']);
    await sandbox.advance({ advanceDays: 60 });
    expect(await sandbox.stripe.invoices.retrieve(owed!.id)).toMatchObject({ status: 'open', attempt_count: 2 });
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    await sandbox.stripe.invoices.update(owed!.id, { auto_advance: true });
    await sandbox.advance({ advanceDays: 1 });
    expect(await sandbox.stripe.invoices.retrieve(owed!.id)).toMatchObject({ attempt_count: 3 });
  });

  it('does not end in the past', async () => {
    const { id } = await aTrial(sandbox);
    await expect(pause(id, 'void', { resumes_at: 1 })).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a trial that ends without a card', () => {
  it('is paused if its settings say so: no invoice, no new period, until it is resumed and charged', async () => {
    const { stripe } = sandbox;
    const { id, customer, default_payment_method: card } = await aTrial(sandbox);
    await stripe.subscriptions.update(id, { trial_settings: { end_behavior: { missing_payment_method: 'pause' } } });
    await stripe.paymentMethods.detach(card as string);
    await expect(stripe.subscriptions.resume(id)).rejects.toMatchObject({ statusCode: 400 });
    await sandbox.advance({ advanceDays: 70 });
    expect(await newestEvents(2)).toEqual(['customer.subscription.updated', 'customer.subscription.paused']);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'paused',
      status_details: { paused: { subscription: { type: 'trial_end_without_payment_method' } } },
    });
    expect(await invoices(id)).toEqual([]);
    const added = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer as string });
    await stripe.subscriptions.update(id, { default_payment_method: added.id });
    const resumed = await stripe.subscriptions.resume(id);
    expect(resumed.status).toBe('active');
    expect(resumed.status_details).toBeUndefined();
    expect((await newestEvents(20)).at(-1)).toBe('customer.subscription.resumed');
    expect(await invoices(id)).toEqual([{ status: 'paid', amount_paid: 1999, auto_advance: false }]);
  });
});
