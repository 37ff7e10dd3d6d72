import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { periodEndAfter, resume, startTrial } from './billing-calendar.ts';
import {
  type Call,
  type CallInput,
  invalid,
  mergedMetadata,
  missing,
  onlyModelled,
  type Params,
  StripeError,
  unknownReference,
} from './call.ts';
import { requireCustomer } from './customers.ts';
import { createInvoice } from './invoice-object.ts';
import { finalizeAndCollect } from './invoices.ts';
import { requireActivePrice } from './prices.ts';
import { inRange, paginate } from './responses.ts';
import { scratchOf } from './scratch-account.ts';
import { cancelSubscription, newItem, newSubscription } from './subscription-object.ts';
import { trialEndFrom, updateSubscription } from './subscription-update.ts';
import { CHARGE_REFUSAL } from './test-cards.ts';

const MODELLED =
  `customer items trial_end trial_period_days default_payment_method payment_settings trial_settings cancel_at_period_end
  billing_mode off_session payment_behavior proration_behavior description collection_method currency`.split(/\s+/);

export const subscriptionCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    params: 'SubscriptionCreateParams',
    response: 'Subscription',
    run: create,
  },
  { method: 'GET', path: '/v1/subscriptions', params: 'SubscriptionListParams', list: 'Subscription', run: list },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionRetrieveParams',
    response: 'Subscription',
    run: (account, { id }) => retrieve(account, id),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionUpdateParams',
    response: 'Subscription',
    run: (account, { id, params }) => updateSubscription(account, retrieve(account, id), params),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    params: 'SubscriptionResumeParams',
    response: 'Subscription',
    run: resumePaused,
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionCancelParams',
    response: 'Subscription',
    run: cancel,
  },
];

/** With `error_if_incomplete` nothing is created when the first invoice cannot be paid. */
function create(account: StripeAccount, { params }: CallInput): Resource {
  onlyModelled('subscriptions.create', params, MODELLED);
  if (params['payment_behavior'] === 'error_if_incomplete') {
    const { status } = createSubscription(scratchOf(account), params);
    if (status === 'incomplete') {
      const { message, ...codes } = CHARGE_REFUSAL;
      throw new StripeError(402, message, { type: 'card_error', ...codes });
    }
  }
  return createSubscription(account, params);
}

function createSubscription(account: StripeAccount, params: Params): Resource {
  if (params['collection_method'] === 'send_invoice')
    throw invalid('The sandbox charges automatically only.', 'collection_method');
  if ((params['billing_mode']?.type ?? 'flexible') !== 'flexible')
    throw invalid('The sandbox models the flexible billing mode only.', 'billing_mode[type]');
  if (!params['customer']) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  const customer = requireCustomer(account, params['customer']);
  const subscription = buildSubscription(account, customer, params);
  const [item] = subscription['items'].data as [Resource];
  const trialEnd = trialEndFrom(account, params);
  if (!trialEnd && !hasPaymentMethod(customer, subscription)) {
    throw invalid(
      'This customer has no attached payment source or default payment method.',
      undefined,
      'resource_missing',
    );
  }
  const now = subscription['created'] as number;
  if (trialEnd)
    Object.assign(subscription, {
      status: 'trialing',
      trial_start: now,
      trial_end: trialEnd,
      billing_cycle_anchor: trialEnd,
    });
  item['current_period_end'] = trialEnd ?? periodEndAfter(now, now, item['price'].recurring);
  if (params['cancel_at_period_end'])
    Object.assign(subscription, {
      cancel_at_period_end: true,
      cancel_at: item['current_period_end'],
      canceled_at: now,
    });
  const invoice = createInvoice(account, subscription, { reason: 'subscription_create', free: Boolean(trialEnd) });
  subscription['latest_invoice'] = invoice.id;
  account.store.put('subscriptions', subscription);
  account.emit('invoice.created', invoice);
  account.emit('customer.subscription.created', subscription);
  finalizeAndCollect(account, invoice);
  if (trialEnd) startTrial(account, subscription);
  return subscription;
}

export function buildSubscription(account: StripeAccount, customer: Resource, params: Params): Resource {
  const items = params['items'] as Params[] | undefined;
  if (items?.length !== 1) throw invalid('The sandbox models subscriptions of exactly one item.', 'items');
  const [line] = items as [Params];
  if (!line['price']) throw invalid('Missing required param: items[0][price].', 'items[0][price]', 'parameter_missing');
  const price = requireActivePrice(account, line['price'], 'items[0][price]');
  if (price['type'] !== 'recurring')
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[0][price]',
    );
  const now = account.clock.seconds();
  const item = newItem(newId('sub'), price, line['quantity'] ?? 1, now);
  const subscription = newSubscription(customer.id, item, now, params);
  subscription['metadata'] = mergedMetadata({}, params['metadata']);
  if (params['default_payment_method'])
    subscription['default_payment_method'] = requireOwnPaymentMethod(
      account,
      customer.id,
      params['default_payment_method'],
    );
  return subscription;
}

function requireOwnPaymentMethod(account: StripeAccount, customer: string, id: string): string {
  const method = account.store.find('paymentMethods', id);
  if (!method) throw unknownReference('PaymentMethod', id, 'default_payment_method');
  if (method['customer'] === customer) return id;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'default_payment_method',
  );
}

const hasPaymentMethod = (customer: Resource, subscription: Resource) =>
  Boolean(subscription['default_payment_method'] ?? customer['invoice_settings'].default_payment_method);

function retrieve(account: StripeAccount, id: string): Resource {
  const subscription = account.store.find('subscriptions', id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

function cancel(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('subscriptions.cancel', params, ['cancellation_details', 'prorate', 'invoice_now']);
  const subscription = retrieve(account, id);
  if (subscription['status'] === 'canceled') throw missing('subscription', id);
  Object.assign(subscription['cancellation_details'], params['cancellation_details']);
  return cancelSubscription(account, subscription, 'cancellation_requested');
}

function resumePaused(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('subscriptions.resume', params, []);
  const subscription = retrieve(account, id);
  if (subscription['status'] !== 'paused') throw invalid('Only a paused subscription can be resumed.');
  resume(account, subscription);
  return subscription;
}

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('subscriptions.list', params, [
    'customer',
    'status',
    'price',
    'created',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  const { customer, status, price } = params;
  const source = customer
    ? account.store.ofCustomer('subscriptions', requireCustomer(account, customer).id)
    : account.store.newestFirst('subscriptions');
  return paginate('/v1/subscriptions', source, params, (subscription) => {
    const ended = ['canceled', 'incomplete_expired'];
    const wanted =
      status === undefined
        ? subscription['status'] !== 'canceled'
        : status === 'all' ||
          status === subscription['status'] ||
          (status === 'ended' && ended.includes(subscription['status']));
    return (
      wanted &&
      (!price || subscription['items'].data[0].price.id === price) &&
      inRange(subscription['created'], params['created'])
    );
  });
}
