/** Builds invoices: the period's line and the pending proration lines. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { discountsOn, useUpDiscounts } from './coupons.ts';

const HOUR = 3600;

interface InvoiceOptions {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  free?: boolean;
  onlyPending?: boolean;
}

export function createInvoice(account: StripeAccount, subscription: Resource, occasion: InvoiceOptions): Resource {
  const id = newId('in');
  const lines = linesOf(account, subscription, id, occasion);
  const subtotal = lines.reduce((sum, line) => sum + (line['amount'] as number), 0);
  const discounted = lines.flatMap((line) => line['discount_amounts'] as { discount: string; amount: number }[]);
  const total = subtotal - discounted.reduce((sum, { amount }) => sum + amount, 0);
  const now = account.clock.seconds();
  const customer = account.store.find('customers', subscription['customer'])!;
  // A credit that an invoice does not use up is taken off the next ones.
  const balance = customer['balance'] + total;
  const due = Math.max(0, balance);
  useUpDiscounts(
    account,
    subscription,
    discounted.map(({ discount }) => discount),
  );
  const [item] = subscription['items'].data as [Resource];
  const invoice: Resource = {
    ...Object.fromEntries(NULL_FIELDS.map((name) => [name, null])),
    ...Object.fromEntries(ZERO_FIELDS.map((name) => [name, 0])),
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    amount_due: due,
    amount_remaining: due,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: now + HOUR,
    billing_reason: occasion.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription['currency'],
    customer: customer.id,
    customer_address: customer['address'],
    customer_email: customer['email'],
    customer_name: customer['name'],
    customer_phone: customer['phone'],
    customer_tax_exempt: customer['tax_exempt'],
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [...new Set(discounted.map(({ discount }) => discount))],
    ending_balance: Math.min(0, balance),
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: lines.slice(0, EMBEDDED),
      has_more: lines.length > EMBEDDED,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: now + HOUR,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription['metadata'], subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: occasion.reason === 'subscription_create' ? now : item['current_period_start'],
    period_start:
      occasion.reason === 'subscription_create' ? now : (subscription['trial_start'] ?? subscription['start_date']),
    starting_balance: customer['balance'],
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: discounted,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  };
  account.store.put('customers', { ...customer, balance: Math.min(0, balance) });
  account.store.put('invoices', invoice);
  account.store.put('invoiceLines', { id, lines });
  return invoice;
}

/** How many lines an invoice has in itself; the others are read from its list. */
const EMBEDDED = 10;

const NULL_FIELDS =
  `account_tax_ids application custom_fields customer_account customer_shipping default_payment_method default_source
  description due_date effective_at footer from_invoice last_finalization_error latest_revision number on_behalf_of
  receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock webhooks_delivered_at`.split(
    /\s+/,
  );
const ZERO_FIELDS = `amount_overpaid amount_paid amount_shipping attempt_count post_payment_credit_notes_amount
  pre_payment_credit_notes_amount`.split(/\s+/);

/**
 * Pending items, prorations among them, come first, newest first; then the line of the subscription's item:
 * https://docs.stripe.com/api/invoices/object#invoice_object-lines
 */
function linesOf(
  account: StripeAccount,
  subscription: Resource,
  invoice: string,
  { free, onlyPending }: InvoiceOptions,
): Resource[] {
  const [item] = subscription['items'].data as [Resource];
  const { price, quantity, current_period_start: start, current_period_end: end } = item;
  const name = (account.store.find('products', price.product)?.['name'] as string | undefined) ?? 'Plan';
  const amount = free ? 0 : price.unit_amount * quantity;
  const description = free
    ? `Trial period for ${name}`
    : `${quantity} × ${name} (at $${(price.unit_amount / 100).toFixed(2)} / ${price.recurring.interval})`;
  const regular: PendingLine = { amount, description, price: price.id, product: price.product, start, end };
  const pending = pendingLines(account, subscription.id);
  account.store.delete('pendingLines', subscription.id);
  const shaped = pending.map((line) => lineItem(subscription, item, invoice, line, true)).toReversed();
  if (onlyPending) return shaped;
  const discounts = discountsOn(account, subscription, amount, start);
  const own = { ...lineItem(subscription, item, invoice, regular, false), discount_amounts: discounts };
  return [...shaped, { ...own, discounts: discounts.map(({ discount }) => discount) }];
}

function lineItem(
  subscription: Resource,
  item: Resource,
  invoice: string,
  line: PendingLine,
  proration: boolean,
): Resource {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription['currency'],
    description: line.description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription['metadata'],
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: line.start, end: line.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price, product: line.product },
      type: 'price_details',
      unit_amount_decimal: String(line.amount / item['quantity']),
    },
    quantity: item['quantity'],
    quantity_decimal: String(item['quantity']),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}

/** A proration waiting for the subscription's next invoice. */
export interface PendingLine {
  amount: number;
  description: string;
  price: string;
  product: string;
  start: number;
  end: number;
}

export function pendingLines(account: StripeAccount, subscription: string): PendingLine[] {
  return (account.store.find('pendingLines', subscription)?.['lines'] as PendingLine[] | undefined) ?? [];
}
