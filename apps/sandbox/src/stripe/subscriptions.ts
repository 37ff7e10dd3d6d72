import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import { startTrial } from './billing-calendar.ts';
import type { Asked, Call } from './call.ts';
import { requireCustomer } from './customers.ts';
import { invalid, missing, StripeError, unknownReference } from './errors.ts';
import type { Params } from './form.ts';
import { createInvoice } from './invoice-shape.ts';
import { finalizeAndCollect } from './invoice-payment.ts';
import { inRange, listed } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { onlyModelled } from './modelled.ts';
import { periodEndAfter } from './periods.ts';
import { requirePrice } from './prices.ts';
import { changeSubscription, trialEndFrom } from './subscription-change.ts';
import { cancelSubscription } from './subscription-end.ts';
import { newItem, newSubscription } from './subscription-shape.ts';
import type { World } from './world.ts';

const MODELLED =
  `customer items trial_end trial_period_days default_payment_method payment_settings trial_settings cancel_at_period_end
  billing_mode off_session payment_behavior proration_behavior description collection_method currency`.split(/\s+/);

export const subscriptionCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    params: 'SubscriptionCreateParams',
    answer: 'Subscription',
    run: create,
  },
  { method: 'GET', path: '/v1/subscriptions', params: 'SubscriptionListParams', list: 'Subscription', run: list },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionRetrieveParams',
    answer: 'Subscription',
    run: (world, { id }) => found(world, id),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionUpdateParams',
    answer: 'Subscription',
    run: (world, { id, params }) => changeSubscription(world, found(world, id), params),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionCancelParams',
    answer: 'Subscription',
    run: cancel,
  },
];

function create(world: World, { params }: Asked): Resource {
  onlyModelled('subscriptions.create', params, MODELLED);
  if (params['collection_method'] === 'send_invoice')
    throw invalid('The sandbox charges automatically only.', 'collection_method');
  if ((params['billing_mode']?.type ?? 'flexible') !== 'flexible')
    throw invalid('The sandbox models the flexible billing mode only.', 'billing_mode[type]');
  if (!params['customer']) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  const customer = requireCustomer(world, params['customer']);
  const subscription = composed(world, customer, params);
  const [item] = subscription['items'].data as [Resource];
  const trialEnd = trialEndFrom(world, params);
  if (!trialEnd && !chargeable(customer, subscription)) {
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
  const invoice = createInvoice(world, subscription, { reason: 'subscription_create', free: Boolean(trialEnd) });
  subscription['latest_invoice'] = invoice.id;
  world.store.put('subscriptions', subscription);
  world.emit('invoice.created', invoice);
  world.emit('customer.subscription.created', subscription);
  finalizeAndCollect(world, invoice);
  if (subscription['status'] === 'incomplete' && params['payment_behavior'] === 'error_if_incomplete') {
    throw new StripeError(402, 'Your card was declined.', {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
  }
  if (trialEnd) startTrial(world, subscription);
  return subscription;
}

function composed(world: World, customer: Resource, params: Params): Resource {
  const items = params['items'] as Params[] | undefined;
  if (items?.length !== 1) throw invalid('The sandbox models subscriptions of exactly one item.', 'items');
  const [line] = items as [Params];
  if (!line['price']) throw invalid('Missing required param: items[0][price].', 'items[0][price]', 'parameter_missing');
  const price = requirePrice(world, line['price'], 'items[0][price]');
  if (price['type'] !== 'recurring')
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[0][price]',
    );
  if (!price['active'])
    throw invalid('The price specified is inactive. This field only accepts active prices.', 'items[0][price]');
  const now = world.clock.seconds();
  const item = newItem(newId('sub'), price, line['quantity'] ?? 1, now);
  const subscription = newSubscription(customer.id, item, now, params);
  subscription['metadata'] = mergedMetadata({}, params['metadata']);
  if (params['default_payment_method'])
    subscription['default_payment_method'] = ownCard(world, customer.id, params['default_payment_method']);
  return subscription;
}

function ownCard(world: World, customer: string, id: string): string {
  const method = world.store.find('paymentMethods', id);
  if (!method) throw unknownReference('PaymentMethod', id, 'default_payment_method');
  if (method['customer'] === customer) return id;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'default_payment_method',
  );
}

const chargeable = (customer: Resource, subscription: Resource) =>
  Boolean(subscription['default_payment_method'] ?? customer['invoice_settings'].default_payment_method);

function found(world: World, id: string): Resource {
  const subscription = world.store.find('subscriptions', id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

function cancel(world: World, { id, params }: Asked): Resource {
  onlyModelled('subscriptions.cancel', params, ['cancellation_details', 'prorate', 'invoice_now']);
  const subscription = found(world, id);
  if (subscription['status'] === 'canceled') throw missing('subscription', id);
  Object.assign(subscription['cancellation_details'], params['cancellation_details']);
  return cancelSubscription(world, subscription, 'cancellation_requested');
}

function list(world: World, { params }: Asked) {
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
    ? world.store.ofCustomer('subscriptions', customer)
    : world.store.newestFirst('subscriptions');
  return listed('/v1/subscriptions', source, params, (subscription) => {
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
