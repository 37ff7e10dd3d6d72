import { describe, expect, it } from 'vitest';
import Stripe from 'stripe';
import { Settings } from '../../platform/config/index.ts';
import { CustomerGone, PaymentRefused } from '../payment-gateway.ts';
import { mapStripeErrors } from './stripe-client.ts';
import { StripePaymentGateway } from './stripe-payment-gateway.ts';
import { disputeOf } from './stripe-disputes.ts';
import { declineReasonOf } from './stripe-invoices.ts';
import { isNextInvoiceCollected } from './stripe-subscriptions.ts';

const [NEXT, NOW] = ['whsec_next', 'whsec_now'];
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'setup_intent.succeeded',
  created: 1_763_700_000,
  data: { object: { id: 'seti_1', object: 'setup_intent', customer: 'cus_1' } },
});

const gatewayWith = (secrets: string) =>
  new StripePaymentGateway(
    Object.assign(new Settings(), { STRIPE_SECRET_KEY: 'sk_test_spec', STRIPE_WEBHOOK_SECRETS: secrets }),
  );
const stripe = new Stripe('sk_test_spec');
const signed = ({ secret = NOW, payload = body, ago = 0 } = {}) =>
  stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - ago,
  });
const read = (signature: string, { secrets = `${NEXT},${NOW}`, payload = body, at = new Date() } = {}) =>
  gatewayWith(secrets).readEvent(Buffer.from(payload), signature, at);

describe('a webhook', () => {
  it.each([
    ['signed with either of two secrets: the next one', signed({ secret: NEXT })],
    ['signed with either of two secrets: the one before', signed()],
    ['with several signatures, one of them right', `${signed()},v1=${'0'.repeat(64)}`],
    ['four minutes old', signed({ ago: 240 })],
  ])('is accepted: %s', (_what, signature) => {
    expect(read(signature)).toMatchObject({ id: 'evt_1', objectId: 'seti_1', customerId: 'cus_1' });
  });

  it.each<[string, () => unknown]>([
    ['with no signature', () => read('')],
    ['with a forged signature', () => read(signed().replace(/v1=.*/, `v1=${'a'.repeat(64)}`))],
    ['of another secret', () => read(signed({ secret: 'whsec_other' }))],
    ['of a removed secret', () => read(signed(), { secrets: NEXT })],
    ['six minutes old', () => read(signed({ ago: 360 }))],
    ['six minutes old by the given time', () => read(signed(), { at: new Date(Date.now() + 360_000) })],
    ['with a changed time', () => read(signed().replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 1}`))],
    ['with one byte changed', () => read(signed(), { payload: body.replace('seti_1', 'seti_2') })],
    ['with the signature of another body', () => read(signed({ payload: '{}' }))],
  ])('is rejected: %s', (_what, reading) => expect(reading).toThrow());
});

describe('the next invoice', () => {
  const END = 1_763_700_000;
  const of = (status: Stripe.Subscription.Status, resumesAt?: number | null) =>
    isNextInvoiceCollected({
      status,
      pause_collection: resumesAt === undefined ? null : { behavior: 'void', resumes_at: resumesAt },
      items: { data: [{ current_period_end: END }] } as Stripe.ApiList<Stripe.SubscriptionItem>,
    });

  it('is collected while the subscription runs, and in the trial', () => {
    for (const status of ['trialing', 'active', 'past_due'] as const) expect(of(status)).toBe(true);
  });

  it('is made and not collected once Stripe has given up an invoice, or while payments are paused', () => {
    for (const status of ['unpaid', 'paused'] as const) expect(of(status)).toBe(false);
    expect(of('active', null)).toBe(false);
    expect(of('active', END + 1)).toBe(false);
    expect(of('active', END - 1)).toBe(true);
  });
});

describe('the reason of an unpaid invoice', () => {
  const refused = { status: 'requires_payment_method', last_payment_error: { decline_code: 'generic_decline' } };
  const paid = { status: 'succeeded', last_payment_error: null };
  it.each([
    ['is that of the refused attempt', [refused], 'generic_decline'],
    ['is said to be missing when there was nothing to charge', [], 'no_reason_given'],
    ['is unknown when the invoice has just been paid, so that the reason stored before is kept', [paid], null],
  ])('%s', (_what, attempts, reason) =>
    expect(declineReasonOf(attempts as Parameters<typeof declineReasonOf>[0])).toBe(reason),
  );
});

describe('a dispute', () => {
  const read = (status: string, due_by: number | null) =>
    disputeOf({ id: 'du_1', status, created: 1_763_700_000, evidence_details: { due_by } } as Stripe.Dispute);
  it.each([
    ['needs_response', 'needsResponse'],
    ['appeal_needs_response', 'needsResponse'],
    ['under_review', 'underReview'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['warning_needs_response', 'inquiry'],
    ['warning_closed', undefined],
    ['prevented', undefined],
  ])('%s is read as %s', (status, state) => expect(read(status, 1)?.state).toBe(state));

  it('has the time of the answer, unless the bank takes none', () => {
    expect(read('needs_response', 1_764_374_399)?.answerBy).toBe('2025-11-28T23:59:59.000Z');
    expect(read('needs_response', 0)?.answerBy).toBeNull();
  });

  it('of a status that is not known is not guessed', () => expect(() => read('escalated', 1)).toThrow('not known'));
});

describe('an object that is gone at Stripe', () => {
  const missing = (message: string, code = 'resource_missing') =>
    new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message, code } as never);
  it.each([
    ["No such customer: 'cus_1a'", 'customer_missing'],
    ["No such PaymentMethod: 'pm_1a'", 'payment_method_missing'],
    ["No such setupintent: 'seti_1a'", 'setup_intent_missing'],
    ["No such subscription: 'sub_1a'", 'subscription_missing'],
  ])('is told by its id, and definite: %s', async (message, code) => {
    const error = await mapStripeErrors(Promise.reject(missing(message))).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(PaymentRefused);
    expect((error as Error).message).toBe(code);
    if (error instanceof CustomerGone) expect(error.customerId).toBe('cus_1a');
  });

  it.each([
    [
      'is not gone when the key is of the other mode',
      "No such customer: 'cus_1a'; a similar object exists in live mode",
    ],
    ['is unknown without an id', 'This customer has no attached payment source or default payment method.'],
  ])('%s', async (_what, message) => {
    const error = missing(message);
    await expect(mapStripeErrors(Promise.reject(error))).rejects.toBe(error);
  });

  it('may be a card that was removed, of which the code says nothing', async () => {
    const error = missing('The customer does not have a payment method with the ID pm_1a.', undefined);
    await expect(mapStripeErrors(Promise.reject(error))).rejects.toEqual(new PaymentRefused('payment_method_missing'));
  });
});
