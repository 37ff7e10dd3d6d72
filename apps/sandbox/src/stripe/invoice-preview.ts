/** The next invoice of a subscription, as it is or with a change of its plan, or the first one of a new subscription. Nothing is stored. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { periodEndAfter } from './billing-calendar.ts';
import {
  type Call,
  type CallInput,
  invalid,
  onlyModelled,
  type Params,
  StripeError,
  unknownReference,
} from './call.ts';
import { requireCustomer } from './customers.ts';
import { createInvoice, pendingLines } from './invoice-object.ts';
import { scratchOf } from './scratch-account.ts';
import { buildSubscription } from './subscriptions.ts';
import { changePlan } from './subscription-update.ts';

const HOUR = 3600;

export const invoicePreviewCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: 'InvoiceCreatePreviewParams',
    response: 'Invoice',
    run: preview,
  },
];

function preview(account: StripeAccount, { params }: CallInput): Resource {
  onlyModelled('invoices.createPreview', params, ['customer', 'subscription', 'subscription_details']);
  const details = (params['subscription_details'] ?? {}) as Params;
  onlyModelled('invoices.createPreview', details, ['items', 'proration_behavior', 'proration_date']);
  const scratch = scratchOf(account);
  if (!params['subscription']) return firstInvoice(scratch, params, details);
  const subscription = scratch.store.find('subscriptions', params['subscription']);
  if (!subscription) throw unknownReference('subscription', params['subscription'], 'subscription');
  if (details['items']) changePlan(scratch, subscription, details['items'], details);
  const [item] = subscription['items'].data as [Resource];
  const at = item['current_period_end'] as number;
  const ends = subscription['cancel_at'] !== null && subscription['cancel_at'] <= at;
  const isOver = ['canceled', 'incomplete_expired', 'paused'].includes(subscription['status']);
  if (isOver || (ends && !pendingLines(scratch, subscription.id).length))
    throw new StripeError(404, `No upcoming invoices for customer: '${subscription['customer']}'`, {
      code: 'invoice_upcoming_none',
    });
  item['current_period_start'] = at;
  item['current_period_end'] = periodEndAfter(at, subscription['billing_cycle_anchor'], item['price'].recurring);
  const invoice = createInvoice(scratch, subscription, { reason: 'upcoming', onlyPending: ends });
  return { ...invoice, id: newId('upcoming_in'), created: at, next_payment_attempt: at + HOUR };
}

function firstInvoice(account: StripeAccount, { customer: id }: Params, details: Params): Resource {
  if (!id) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  const subscription = buildSubscription(account, requireCustomer(account, id), details);
  const [item] = subscription['items'].data as [Resource];
  const now = account.clock.seconds();
  item['current_period_end'] = periodEndAfter(now, now, item['price'].recurring);
  const invoice = createInvoice(account, subscription, { reason: 'upcoming' });
  return { ...invoice, id: newId('upcoming_in') };
}
