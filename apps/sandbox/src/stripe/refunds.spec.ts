import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSandbox, aTrial, type Sandbox } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await aSandbox()));
afterEach(() => sandbox.stop());

/** A paid invoice of $19.99, its payment intent, and its charge. */
async function aPayment(number?: string) {
  const { id, customer } = await aTrial(sandbox, number ? { number } : {});
  await sandbox.advance({ advanceDays: 31 });
  const read = async () => {
    const { data } = await sandbox.stripe.invoices.list({ subscription: id, limit: 1, expand: ['data.payments'] });
    const charges = await sandbox.stripe.charges.list({ customer: customer as string, limit: 100 });
    return { invoice: data[0]!, charge: charges.data[0]! };
  };
  const { invoice } = await read();
  const intent = invoice.payments!.data[0]!.payment.payment_intent as string;
  return { intent, customer, read };
}
const refusedWith = (fields: object) => expect.objectContaining({ statusCode: 400, ...fields });
const eventsSince = async (count: number) => {
  const { data } = await sandbox.stripe.events.list({ limit: 100 });
  return data
    .slice(0, data.length - count)
    .map(({ type }) => type)
    .toReversed();
};
const eventCount = async () => (await sandbox.stripe.events.list({ limit: 100 })).data.length;

describe('a charge', () => {
  it('is listed by its customer and payment intent, with the card that paid', async () => {
    const { intent, customer, read } = await aPayment();
    const { charge } = await read();
    expect(charge).toMatchObject({
      amount: 1999,
      amount_refunded: 0,
      customer,
      payment_intent: intent,
      status: 'succeeded',
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
    const { data } = await sandbox.stripe.charges.list({ payment_intent: intent });
    expect(data.map(({ id }) => id)).toEqual([charge.id]);
  });

  it('that a bank refuses is listed, too, as failed', async () => {
    const { customer } = await aTrial(sandbox, { number: '4000000000000341' });
    await sandbox.advance({ advanceDays: 31 });
    const { data } = await sandbox.stripe.charges.list({ customer: customer as string });
    expect(data).toMatchObject([{ status: 'failed', paid: false, failure_code: 'card_declined', amount_refunded: 0 }]);
  });
});

describe('a refund', () => {
  it('gives back a part, then the rest by default; the invoice stays paid', async () => {
    const { stripe } = sandbox;
    const { intent, read } = await aPayment();
    const before = await eventCount();
    const part = await stripe.refunds.create({ payment_intent: intent, amount: 500, reason: 'duplicate' });
    const { charge } = await read();
    expect(part).toMatchObject({ amount: 500, charge: charge.id, reason: 'duplicate', status: 'succeeded' });
    expect(charge).toMatchObject({ amount_refunded: 500, refunded: false });
    const rest = await stripe.refunds.create({ charge: charge.id, metadata: { trial_id: '1' } });
    expect(rest).toMatchObject({ amount: 1499, reason: null, metadata: { trial_id: '1' }, payment_intent: intent });
    const after = await read();
    expect(after.charge).toMatchObject({ amount_refunded: 1999, refunded: true });
    expect(after.invoice).toMatchObject({ status: 'paid', amount_paid: 1999, amount_remaining: 0 });
    const { data } = await stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect(await eventsSince(before)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
  });

  it('of more than is left, of nothing, or for a reason of ours is refused', async () => {
    const { stripe } = sandbox;
    const { intent, read } = await aPayment();
    const of = (params: object) => stripe.refunds.create({ payment_intent: intent, ...params });
    await expect(of({ amount: 2000 })).rejects.toEqual(refusedWith({ param: 'amount' }));
    await expect(of({ amount: 0 })).rejects.toEqual(refusedWith({ code: 'parameter_invalid_integer' }));
    await expect(of({ reason: 'kindness' })).rejects.toEqual(refusedWith({ param: 'reason' }));
    await of({ amount: 1000 });
    await expect(of({ amount: 1000 })).rejects.toEqual(refusedWith({ param: 'amount' }));
    await of({});
    await expect(of({})).rejects.toEqual(refusedWith({ code: 'charge_already_refunded' }));
    expect((await read()).charge.amount_refunded).toBe(1999);
  });

  it('with the key of an earlier one is that one', async () => {
    const { stripe } = sandbox;
    const { intent, read } = await aPayment();
    const again = () => stripe.refunds.create({ payment_intent: intent, amount: 700 }, { idempotencyKey: intent });
    expect((await again()).id).toBe((await again()).id);
    expect((await read()).charge.amount_refunded).toBe(700);
  });

  it('of a payment that no card has paid is refused', async () => {
    const { stripe } = sandbox;
    const { customer } = await aTrial(sandbox, { number: '4000000000000341' });
    await sandbox.advance({ advanceDays: 31 });
    const { data } = await stripe.charges.list({ customer: customer as string });
    const intent = data[0]!.payment_intent as string;
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toEqual(refusedWith({}));
    await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toEqual(
      refusedWith({ code: 'resource_missing' }),
    );
  });

  it('of a card whose bank does not take it fails some time later, and the charge is no longer refunded', async () => {
    const { intent, read } = await aPayment('4000000000005126');
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent });
    expect(refund.status).toBe('succeeded');
    const before = await eventCount();
    await sandbox.advance({ advanceMinutes: 5 });
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'unknown',
    });
    expect((await read()).charge).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await eventsSince(before)).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed']);
  });
});
