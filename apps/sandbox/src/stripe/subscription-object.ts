/** The subscription object and its cancellation. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import type { Params } from './call.ts';

export function newSubscription(customer: string, item: Resource, now: number, params: Params): Resource {
  return {
    id: item['subscription'] as string,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: item['price'].currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: params['description'] ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${item['subscription']}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: params['payment_settings']?.save_default_payment_method ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: trialSettings(params),
    trial_start: null,
  };
}

export const trialSettings = (params: Params) => ({
  end_behavior: {
    billing_cycle_anchor: null,
    missing_payment_method: params['trial_settings']?.end_behavior?.missing_payment_method ?? 'create_invoice',
  },
});

export function newItem(subscription: string, price: Resource, quantity: number, now: number): Resource {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: now,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price: structuredClone(price),
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** The legacy plan object of a price, still part of every item. */
export const planOf = (price: Resource) => ({
  id: price.id,
  object: 'plan',
  active: price['active'],
  amount: price['unit_amount'],
  amount_decimal: price['unit_amount_decimal'],
  billing_scheme: 'per_unit',
  created: price['created'],
  currency: price['currency'],
  interval: price['recurring'].interval,
  interval_count: price['recurring'].interval_count,
  livemode: false,
  metadata: price['metadata'],
  meter: null,
  nickname: price['nickname'],
  product: price['product'],
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

type Reason = 'cancellation_requested' | 'payment_failed' | null;

/** Cancels now; open invoices stay open but are no longer collected automatically. */
export function cancelSubscription(account: StripeAccount, subscription: Resource, reason: Reason): Resource {
  const now = account.clock.seconds();
  Object.assign(subscription, { status: 'canceled', canceled_at: subscription['canceled_at'] ?? now, ended_at: now });
  if (reason) subscription['cancellation_details'].reason = reason;
  account.store.put('subscriptions', subscription);
  for (const invoice of account.store.ofCustomer('invoices', subscription['customer'])) {
    const own = invoice['parent'].subscription_details.subscription === subscription.id;
    if (!own || !['draft', 'open'].includes(invoice['status'])) continue;
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null });
    account.store.put('invoices', invoice);
  }
  account.emit('customer.subscription.deleted', subscription);
  return subscription;
}
