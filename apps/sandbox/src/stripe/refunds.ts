/**
 * Refunds: of a charge, or of the charge of a payment intent, in whole or in parts. The invoice stays paid: only a credit note
 * would change it.
 */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, mergedMetadata, missing, onlyModelled, unknownReference } from './call.ts';
import { disputeOf } from './disputes.ts';
import { behaviourOf } from './payment-methods.ts';
import { matchesFilter, paginate } from './responses.ts';

export const refundCalls: Call[] = [
  { method: 'POST', path: '/v1/refunds', params: 'RefundCreateParams', response: 'Refund', run: create },
  { method: 'GET', path: '/v1/refunds', params: 'RefundListParams', list: 'Refund', run: list },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    params: 'RefundRetrieveParams',
    response: 'Refund',
    run: (account, { id }) => retrieve(account, id),
  },
  { method: 'POST', path: '/v1/refunds/:id', params: 'RefundUpdateParams', response: 'Refund', run: update },
];

function create(account: StripeAccount, { params }: CallInput): Resource {
  onlyModelled('refunds.create', params, ['charge', 'payment_intent', 'amount', 'reason']);
  const charge = requireCharge(account, params['charge'], params['payment_intent']);
  const dispute = disputeOf(account, charge.id);
  if (dispute && dispute['status'] !== 'won')
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed');
  const amount = amountOf(charge, params['amount']);
  const refund: Resource = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.clock.seconds(),
    currency: charge['currency'],
    customer: charge['customer'],
    customer_account: null,
    destination_details: { type: 'card', card: { reference_status: 'pending', type: 'refund' } },
    metadata: mergedMetadata({}, params['metadata']),
    payment_intent: charge['payment_intent'],
    payment_method: charge['payment_method'],
    reason: params['reason'] ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  account.store.put('refunds', refund);
  const before = setRefunded(account, charge, charge['amount_refunded'] + amount);
  account.emit('refund.created', refund);
  account.emit('charge.refunded', charge, before);
  return refund;
}

/** The charge to refund; of a payment intent the one that has paid it. */
function requireCharge(account: StripeAccount, id: string | undefined, intent: string | undefined): Resource {
  if (id) {
    const charge = account.store.find('charges', id);
    if (!charge) throw unknownReference('charge', id, 'charge');
    return charge;
  }
  if (!intent)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  const known = account.store.find('paymentIntents', intent);
  if (!known) throw unknownReference('payment_intent', intent, 'payment_intent');
  const charge = account.store.find('charges', known['latest_charge'] ?? '');
  if (!charge?.['paid']) throw invalid(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
  return charge;
}

const usd = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** What is refunded: everything that is left, by default. */
function amountOf({ id, amount, amount_refunded, refunded, paid }: Resource, wanted: unknown): number {
  if (!paid)
    throw invalid(`Charge ${id} has not been paid and cannot be refunded.`, undefined, 'charge_not_refundable');
  if (refunded) throw invalid(`Charge ${id} has already been refunded.`, undefined, 'charge_already_refunded');
  const left = amount - amount_refunded;
  if (wanted === undefined) return left;
  const cents = Number(wanted);
  if (!Number.isInteger(cents) || cents < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  if (cents <= left) return cents;
  const limit = amount_refunded ? `unrefunded amount on charge (${usd(left)})` : `charge amount (${usd(amount)})`;
  throw invalid(`Refund amount (${usd(cents)}) is greater than ${limit}`, 'amount');
}

/** Returns what the charge had before. */
function setRefunded(account: StripeAccount, charge: Resource, cents: number) {
  const { amount_refunded, refunded } = charge;
  Object.assign(charge, { amount_refunded: cents, refunded: cents === charge['amount'] });
  account.store.put('charges', charge);
  return refunded === charge['refunded'] ? { amount_refunded } : { amount_refunded, refunded };
}

function retrieve(account: StripeAccount, id: string): Resource {
  const refund = account.store.find('refunds', id);
  if (!refund) throw missing('refund', id);
  return refund;
}

function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('refunds.update', params, []);
  const refund = retrieve(account, id);
  refund['metadata'] = mergedMetadata(refund['metadata'], params['metadata']);
  account.store.put('refunds', refund);
  account.emit('refund.updated', refund);
  return refund;
}

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('refunds.list', params, ['charge', 'payment_intent', 'limit', 'starting_after', 'ending_before']);
  return paginate('/v1/refunds', account.store.newestFirst('refunds'), params, (refund) => {
    const ofIntent = matchesFilter(params['payment_intent'], refund['payment_intent']);
    return ofIntent && matchesFilter(params['charge'], refund['charge']);
  });
}

const FAILS_AFTER_SECONDS = 60;

/** When the bank sends the money back, which only that of one test card does. */
export function dueOfRefund(account: StripeAccount, refund: Resource): { at: number; run: () => void } | undefined {
  if (refund['status'] !== 'succeeded' || behaviourOf(account, refund['payment_method']) !== 'refundFails')
    return undefined;
  return { at: refund['created'] + FAILS_AFTER_SECONDS, run: () => fail(account, refund) };
}

function fail(account: StripeAccount, refund: Resource): void {
  Object.assign(refund, { status: 'failed', failure_reason: 'unknown' });
  account.store.put('refunds', refund);
  const charge = account.store.find('charges', refund['charge'])!;
  setRefunded(account, charge, charge['amount_refunded'] - refund['amount']);
  account.emit('refund.updated', refund, { status: 'succeeded' });
  account.emit('charge.refund.updated', refund, { status: 'succeeded' });
  account.emit('refund.failed', refund);
}
