/** The next invoice of a subscription, as it is or with a change of its plan: nothing is stored and no event is sent. */
import { newId, type Resource, type Store } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { periodEndAfter } from './billing-calendar.ts';
import { type Call, type CallInput, onlyModelled, type Params, StripeError, unknownReference } from './call.ts';
import { createInvoice, pendingLines } from './invoice-object.ts';
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
  onlyModelled('invoices.createPreview', params, ['subscription', 'subscription_details']);
  const details = (params['subscription_details'] ?? {}) as Params;
  onlyModelled('invoices.createPreview', details, ['items', 'proration_behavior', 'proration_date']);
  const scratch = scratchOf(account);
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

/** The account with a store that keeps what is written to itself. */
function scratchOf(account: StripeAccount): StripeAccount {
  const written = new Map<string, Resource | undefined>();
  const store: Pick<Store, 'find' | 'put' | 'delete'> = {
    find: (table, id) => {
      const key = `${table} ${id}`;
      if (!written.has(key)) written.set(key, structuredClone(account.store.find(table, id)));
      return written.get(key);
    },
    put: (table, object) => void written.set(`${table} ${object.id}`, object),
    delete: (table, id) => void written.set(`${table} ${id}`, undefined),
  };
  return Object.assign(Object.create(account) as StripeAccount, { store, emit: () => {} });
}
