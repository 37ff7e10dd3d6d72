import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSandbox, aTrial, type Sandbox } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await aSandbox()));
afterEach(() => sandbox.stop());

/** A paid invoice of $19.99 whose charge has just been disputed. */
async function aDispute() {
  const { stripe } = sandbox;
  const { id, customer } = await aTrial(sandbox, { number: '4000000000000259' });
  await sandbox.advance({ advanceDays: 30 });
  await sandbox.advance({ advanceMinutes: 65 });
  const [charge] = (await stripe.charges.list({ customer: customer as string })).data;
  const [dispute] = (await stripe.disputes.list({ charge: charge!.id })).data;
  const readInvoice = async () => (await stripe.invoices.list({ subscription: id, limit: 1 })).data[0]!;
  return { charge: charge!, dispute: dispute!, subscription: id, readInvoice };
}
const refusedWith = (fields: object) => expect.objectContaining({ statusCode: 400, ...fields });
const disputeEvents = async () => {
  const { data } = await sandbox.stripe.events.list({ limit: 100 });
  return data.flatMap(({ type }) => (type.startsWith('charge.dispute.') ? [type] : [])).toReversed();
};
const OPENED = ['charge.dispute.created', 'charge.dispute.funds_withdrawn'];

describe('a charge of the test card that disputes', () => {
  it('succeeds, and is disputed as fraudulent: the money is withdrawn, the invoice stays paid', async () => {
    const { charge, dispute, subscription, readInvoice } = await aDispute();
    expect(charge).toMatchObject({ status: 'succeeded', disputed: true, refunded: false, amount_refunded: 0 });
    expect(dispute).toMatchObject({
      amount: 1999,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      reason: 'fraudulent',
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -1999, fee: 1500, net: -3499 }],
    });
    expect(dispute).not.toHaveProperty('customer');
    expect(dispute.evidence_details.due_by! - dispute.created).toBeGreaterThan(7 * 86_400);
    expect(await readInvoice()).toMatchObject({ status: 'paid', amount_paid: 1999 });
    expect((await sandbox.stripe.subscriptions.retrieve(subscription)).status).toBe('active');
    expect(await disputeEvents()).toEqual(OPENED);
  });

  it('is found by charge and payment intent, and with its charge', async () => {
    const { stripe } = sandbox;
    const { charge, dispute } = await aDispute();
    const found = await stripe.disputes.list({ payment_intent: charge.payment_intent as string });
    expect(found.data.map(({ id }) => id)).toEqual([dispute.id]);
    expect((await stripe.disputes.list({ charge: 'ch_other' })).data).toEqual([]);
    const expanded = await stripe.disputes.retrieve(dispute.id, { expand: ['charge'] });
    expect(expanded.charge).toMatchObject({ id: charge.id, customer: charge.customer });
    await expect(stripe.disputes.retrieve('du_none')).rejects.toMatchObject({ code: 'resource_missing' });
  });
});

describe('a dispute', () => {
  it('with evidence is under review, and takes no more', async () => {
    const { stripe } = sandbox;
    const { dispute } = await aDispute();
    const staged = await stripe.disputes.update(dispute.id, {
      evidence: { customer_name: 'A Leader' },
      submit: false,
    });
    expect(staged).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true } });
    const submitted = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'A youth group.' } });
    expect(submitted).toMatchObject({
      status: 'under_review',
      evidence: { customer_name: 'A Leader' },
      evidence_details: { submission_count: 1, submission_method: 'manual' },
    });
    await expect(stripe.disputes.update(dispute.id, { evidence: {} })).rejects.toEqual(refusedWith({}));
    await expect(stripe.disputes.close(dispute.id)).rejects.toEqual(refusedWith({}));
    expect(await disputeEvents()).toEqual([...OPENED, 'charge.dispute.updated', 'charge.dispute.updated']);
  });

  it('is won by the winning evidence: the money is back, and the charge can be refunded', async () => {
    const { stripe } = sandbox;
    const { charge, dispute } = await aDispute();
    await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'won',
      balance_transactions: [{ amount: -1999 }, { amount: 1999 }],
    });
    expect((await stripe.refunds.create({ charge: charge.id })).status).toBe('succeeded');
    expect(await disputeEvents()).toEqual([
      ...OPENED,
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });

  it('is lost by the losing evidence, by being closed, and without an answer in time', async () => {
    const { stripe } = sandbox;
    for (const lose of [
      (id: string) => stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } }),
      (id: string) => stripe.disputes.close(id),
      () => sandbox.advance({ advanceDays: 10 }),
    ]) {
      const { dispute, readInvoice } = await aDispute();
      await lose(dispute.id);
      expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
        status: 'lost',
        balance_transactions: [{ amount: -1999 }],
      });
      expect(await readInvoice()).toMatchObject({ status: 'paid', amount_paid: 1999 });
      expect((await disputeEvents()).at(-1)).toBe('charge.dispute.closed');
    }
  });

  it('leaves nothing to refund while it is open, and once it is lost', async () => {
    const { stripe } = sandbox;
    const { charge, dispute } = await aDispute();
    const refund = () => stripe.refunds.create({ charge: charge.id });
    await expect(refund()).rejects.toEqual(refusedWith({ code: 'charge_disputed' }));
    await stripe.disputes.close(dispute.id);
    await expect(refund()).rejects.toEqual(refusedWith({ code: 'charge_disputed' }));
  });
});
