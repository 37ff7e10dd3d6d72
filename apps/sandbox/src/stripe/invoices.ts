/** Invoices: list, retrieve, finalize, and collect with retries until the subscription is canceled. */
import type { Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, missing, onlyModelled, StripeError, unknownReference } from './call.ts';
import { requireCustomer } from './customers.ts';
import { recordFailedAttempt, recordPayment } from './invoice-payments.ts';
import { behaviourOf } from './payment-methods.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';
import { cancelSubscription } from './subscription-object.ts';
import { CHARGE_REFUSAL } from './test-cards.ts';

export const invoiceCalls: Call[] = [
  { method: 'GET', path: '/v1/invoices', params: 'InvoiceListParams', list: 'Invoice', run: list },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    params: 'InvoiceRetrieveParams',
    response: 'Invoice',
    run: (account, { id }) => retrieve(account, id),
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    params: 'InvoiceListLineItemsParams',
    list: 'InvoiceLineItem',
    run: listLines,
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id',
    params: 'InvoiceUpdateParams',
    response: 'Invoice',
    run: update,
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: 'InvoiceVoidInvoiceParams',
    response: 'Invoice',
    run: voidInvoice,
  },
  { method: 'POST', path: '/v1/invoices/:id/pay', params: 'InvoicePayParams', response: 'Invoice', run: pay },
];

function retrieve(account: StripeAccount, id: string): Resource {
  const invoice = account.store.find('invoices', id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

function listLines(account: StripeAccount, { id, params }: CallInput) {
  onlyModelled('invoices.listLineItems', params, ['limit', 'starting_after', 'ending_before']);
  retrieve(account, id);
  return paginate(`/v1/invoices/${id}/lines`, account.store.find('invoiceLines', id)!['lines'], params, () => true);
}

/** Turns the automatic collection off or on. */
function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('invoices.update', params, ['auto_advance']);
  const invoice = retrieve(account, id);
  const { status, auto_advance, next_payment_attempt, automatically_finalizes_at } = invoice;
  if (!['draft', 'open'].includes(status))
    throw invalid('The sandbox updates draft and open invoices only.', 'auto_advance');
  const on = params['auto_advance'] as boolean | undefined;
  if (on === undefined || on === auto_advance) return invoice;
  const next = on ? account.clock.seconds() + HOUR : null;
  const isTriedAgain = invoice['attempt_count'] <= RETRY_AFTER_DAYS.length;
  Object.assign(invoice, {
    auto_advance: on,
    ...(status === 'draft'
      ? { automatically_finalizes_at: next }
      : { next_payment_attempt: isTriedAgain ? next : null }),
  });
  account.store.put('invoices', invoice);
  account.emit('invoice.updated', invoice, { auto_advance, next_payment_attempt, automatically_finalizes_at });
  return invoice;
}

function voidInvoice(account: StripeAccount, { id }: CallInput): Resource {
  const invoice = retrieve(account, id);
  if (!['open', 'uncollectible'].includes(invoice['status']))
    throw invalid('You can only void an invoice that is open or uncollectible.', undefined, 'invoice_not_open');
  return finish(account, invoice, 'void');
}

const FINISHED = {
  void: { status: 'void', at: 'voided_at', event: 'invoice.voided' },
  mark_uncollectible: {
    status: 'uncollectible',
    at: 'marked_uncollectible_at',
    event: 'invoice.marked_uncollectible',
  },
} as const;

function finish(account: StripeAccount, invoice: Resource, how: keyof typeof FINISHED): Resource {
  const { status, at, event } = FINISHED[how];
  Object.assign(invoice, { status, auto_advance: false, next_payment_attempt: null });
  invoice['status_transitions'][at] = account.clock.seconds();
  account.store.put('invoices', invoice);
  account.emit(event, invoice);
  return invoice;
}

/** Nothing happens to it by itself. */
export function keepAsDraft(account: StripeAccount, invoice: Resource): void {
  Object.assign(invoice, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null });
  account.store.put('invoices', invoice);
}

/** Of a subscription whose collection is paused: finalized, and not charged. */
export function finishUncollected(account: StripeAccount, invoice: Resource, how: keyof typeof FINISHED): void {
  finalize(account, invoice);
  account.emit('invoice.finalized', invoice);
  finish(account, invoice, how);
}

function pay(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('invoices.pay', params, ['payment_method', 'off_session']);
  const invoice = retrieve(account, id);
  if (invoice['status'] === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  if (invoice['status'] !== 'open')
    throw invalid('The sandbox collects open invoices only.', undefined, 'invoice_not_open');
  const card = params['payment_method'] as string | undefined;
  if (card && account.store.find('paymentMethods', card)?.['customer'] !== invoice['customer'])
    throw unknownReference('PaymentMethod', card, 'payment_method');
  if (card) invoice['default_payment_method'] = card;
  // Attempts by the API after the first are none of the schedule of retries.
  const scheduled = invoice['attempt_count'] === 0;
  if (collect(account, invoice, () => account.emit('invoice.updated', invoice), scheduled)) return invoice;
  const { message, ...codes } = CHARGE_REFUSAL;
  throw new StripeError(402, message, { type: 'card_error', ...codes });
}

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('invoices.list', params, [
    'customer',
    'subscription',
    'status',
    'created',
    'collection_method',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  const source = params['customer']
    ? account.store.ofCustomer('invoices', requireCustomer(account, params['customer']).id)
    : account.store.newestFirst('invoices');
  return paginate('/v1/invoices', source, params, (invoice) => {
    const own = matchesFilter(params['subscription'], invoice['parent'].subscription_details.subscription);
    return own && matchesFilter(params['status'], invoice['status']) && inRange(invoice['created'], params['created']);
  });
}

const HOUR = 3600;
const DAY = 86_400;
const RETRY_AFTER_DAYS = [3, 5, 7];

export function finalizeAndCollect(account: StripeAccount, invoice: Resource): void {
  finalize(account, invoice);
  collect(account, invoice, (outcome) => {
    account.emit('invoice.finalized', { ...invoice, ...outcome });
    account.emit('invoice.updated', invoice, { status: 'draft' });
  });
}

function finalize(account: StripeAccount, invoice: Resource): void {
  const customer = account.store.find('customers', invoice['customer'])!;
  const now = account.clock.seconds();
  if (!customer['deleted']) {
    invoice['number'] = `${customer['invoice_prefix']}-${String(customer['next_invoice_sequence']).padStart(4, '0')}`;
    customer['next_invoice_sequence'] += 1;
    account.store.put('customers', customer);
  }
  Object.assign(invoice, {
    status: 'open',
    automatically_finalizes_at: null,
    effective_at: now,
    hosted_invoice_url: `${account.url}/standin/invoices/${invoice.id}`,
    invoice_pdf: `${account.url}/standin/invoices/${invoice.id}/pdf`,
    webhooks_delivered_at: now,
  });
  invoice['status_transitions'].finalized_at = now;
}

/** Changes state before emitting: a receiver of invoice.payment_failed must find the subscription past due. */
export function collect(
  account: StripeAccount,
  invoice: Resource,
  announceFirst: (asFinalized: object) => void,
  scheduled = true,
): boolean {
  const asFinalized = {
    status: 'open',
    amount_paid: 0,
    amount_remaining: invoice['amount_remaining'],
    status_transitions: { ...invoice['status_transitions'] },
  };
  const subscription = account.store.find('subscriptions', invoice['parent'].subscription_details.subscription)!;
  if (invoice['amount_due'] > 0) {
    invoice['attempted'] = true;
    if (scheduled) invoice['attempt_count'] += 1;
  }
  const paid = invoice['amount_due'] === 0 || charge(account, invoice, subscription);
  if (paid) markPaid(account, invoice, subscription, () => announceFirst(asFinalized));
  else if (scheduled) markFailed(account, invoice, subscription, () => announceFirst(asFinalized));
  else account.emit('invoice.payment_failed', invoice);
  return paid;
}

function markPaid(account: StripeAccount, invoice: Resource, subscription: Resource, announce: () => void): void {
  const due = invoice['amount_due'] as number;
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  });
  invoice['status_transitions'].paid_at = account.clock.seconds();
  account.store.put('invoices', invoice);
  const former = changeStatus(account, subscription, ['past_due', 'incomplete', 'unpaid'], 'active');
  announce();
  account.emit('invoice.paid', invoice);
  account.emit('invoice.payment_succeeded', invoice);
  if (former) account.emit('customer.subscription.updated', subscription, { status: former });
}

function markFailed(account: StripeAccount, invoice: Resource, subscription: Resource, announce: () => void): void {
  const wait = RETRY_AFTER_DAYS[invoice['attempt_count'] - 1];
  invoice['next_payment_attempt'] = wait ? account.clock.seconds() + wait * DAY : null;
  account.store.put('invoices', invoice);
  const former = changeStatus(account, subscription, ['active', 'trialing'], 'past_due');
  announce();
  account.emit('invoice.payment_failed', invoice);
  if (former) account.emit('customer.subscription.updated', subscription, { status: former });
  if (!wait && subscription['status'] !== 'canceled') cancelSubscription(account, subscription, 'payment_failed');
}

function changeStatus(account: StripeAccount, subscription: Resource, from: string[], to: string): string | undefined {
  const former = subscription['status'] as string;
  if (!from.includes(former)) return undefined;
  subscription['status'] = to;
  account.store.put('subscriptions', subscription);
  return former;
}

/** Whether the card of the invoice, the subscription or the customer could be charged; recorded as an attempt. */
function charge(account: StripeAccount, invoice: Resource, subscription: Resource): boolean {
  const customer = account.store.find('customers', invoice['customer']);
  const card: string | undefined =
    invoice['default_payment_method'] ??
    subscription['default_payment_method'] ??
    customer?.['invoice_settings']?.default_payment_method ??
    undefined;
  if (card && behaviourOf(account, card) !== 'failsWhenCharged') {
    recordPayment(account, invoice, card);
    return true;
  }
  recordFailedAttempt(account, invoice, card, CHARGE_REFUSAL);
  return false;
}
