/** Updates of a subscription: plan with prorations, trial end, cancellation, card. */
import type { Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { announceTrialEnd, endTrial } from './billing-calendar.ts';
import { invalid, mergedMetadata, onlyModelled, orNull, type Params, unknownReference } from './call.ts';
import { changeDiscounts, discountsOn } from './coupons.ts';
import { createInvoice, type PendingLine, pendingLines } from './invoice-object.ts';
import { finalizeAndCollect } from './invoices.ts';
import { requireActivePrice } from './prices.ts';
import { planOf, trialSettings } from './subscription-object.ts';

const LONGEST_TRIAL_DAYS = 730;
const DAY = 86_400;
const MODELLED = `items trial_end default_payment_method payment_settings trial_settings cancel_at_period_end cancel_at
  cancellation_details pause_collection proration_behavior proration_date discounts payment_behavior off_session description`.split(
  /\s+/,
);

export function updateSubscription(account: StripeAccount, subscription: Resource, params: Params): Resource {
  onlyModelled('subscriptions.update', params, MODELLED);
  if (subscription['status'] === 'canceled') {
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'resource_missing',
    );
  }
  const before = structuredClone(subscription);
  const trialEnd = trialEndFrom(account, params);
  if ('discounts' in params) changeDiscounts(account, subscription, params['discounts']);
  if (params['items']) changePlan(account, subscription, params['items'], params);
  changeCard(account, subscription, params);
  changeCancellation(account, subscription, params);
  changePause(account, subscription, params);
  if (params['trial_settings']) subscription['trial_settings'] = trialSettings(params);
  if (params['payment_settings']?.save_default_payment_method) {
    subscription['payment_settings'].save_default_payment_method =
      params['payment_settings'].save_default_payment_method;
  }
  if ('description' in params) subscription['description'] = orNull(params['description']);
  subscription['metadata'] = mergedMetadata(subscription['metadata'], params['metadata']);
  if (trialEnd) moveTrialEnd(subscription, trialEnd, account.clock.seconds());
  account.store.put('subscriptions', subscription);
  if (params['trial_end'] === 'now' && subscription['status'] === 'trialing') {
    announceTrialEnd(account, subscription);
    endTrial(account, subscription, { collectNow: true });
    return subscription;
  }
  emitUpdated(account, subscription, before);
  if (trialEnd && trialEnd - account.clock.seconds() < 3 * DAY) announceTrialEnd(account, subscription);
  return subscription;
}

export function trialEndFrom(account: StripeAccount, params: Params): number | undefined {
  const { trial_end: end, trial_period_days: days } = params as {
    trial_end?: number | 'now';
    trial_period_days?: number;
  };
  if (end !== undefined && days !== undefined)
    throw invalid('You cannot pass both `trial_end` and `trial_period_days`.', 'trial_end');
  if (days) return account.clock.seconds() + days * DAY;
  if (end === undefined || end === 'now') return undefined;
  const now = account.clock.seconds();
  if (end <= now) throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  if (end > now + LONGEST_TRIAL_DAYS * DAY)
    throw invalid('Invalid timestamp: can be no more than 730 days in the future.', 'trial_end');
  return end;
}

function emitUpdated(account: StripeAccount, subscription: Resource, before: Resource): void {
  const changed = Object.keys(subscription).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(subscription[name]),
  );
  if (changed.length === 0) return;
  account.emit(
    'customer.subscription.updated',
    subscription,
    Object.fromEntries(changed.map((name) => [name, before[name]])),
  );
}

export function changePlan(
  account: StripeAccount,
  subscription: Resource,
  lines: Params[],
  { proration_behavior: proration, proration_date: from }: Params,
): void {
  const [item] = subscription['items'].data as [Resource];
  const [line] = lines;
  if (lines.length !== 1 || !line) throw invalid('The sandbox models subscriptions of exactly one item.', 'items');
  if (!line['id']) {
    throw invalid(
      'Without items[0][id] this would add a second item and bill twice; pass the id of the item to change.',
      'items[0][id]',
      'parameter_missing',
    );
  }
  if (line['id'] !== item.id) throw unknownReference('subscription_item', line['id'], 'items[0][id]');
  if (line['quantity'] !== undefined) item['quantity'] = line['quantity'];
  if (!line['price'] || line['price'] === item['price'].id) return;
  const price = requireActivePrice(account, line['price'], 'items[0][price]');
  if (price['recurring']?.interval !== item['price'].recurring.interval)
    throw invalid('The sandbox models plan changes within one interval.', 'items[0][price]');
  rememberBilledPrice(account, subscription);
  Object.assign(item, { price: structuredClone(price), plan: planOf(price) });
  if (subscription['status'] !== 'trialing' && proration !== 'none')
    addProration(account, subscription, price, from ?? account.clock.seconds(), proration === 'always_invoice');
}

function changeCard(account: StripeAccount, subscription: Resource, params: Params): void {
  if (!('default_payment_method' in params)) return;
  const id = orNull(params['default_payment_method']) as string | null;
  const method = id === null ? undefined : account.store.find('paymentMethods', id);
  if (id !== null && method?.['customer'] !== subscription['customer'])
    throw unknownReference('PaymentMethod', id, 'default_payment_method');
  subscription['default_payment_method'] = id;
}

function changeCancellation(account: StripeAccount, subscription: Resource, params: Params): void {
  Object.assign(subscription['cancellation_details'], params['cancellation_details']);
  const [item] = subscription['items'].data as [Resource];
  if (params['cancel_at_period_end'] === true) {
    Object.assign(subscription, {
      cancel_at_period_end: true,
      cancel_at: item['current_period_end'],
      canceled_at: account.clock.seconds(),
    });
    subscription['cancellation_details'].reason = 'cancellation_requested';
  } else if (params['cancel_at_period_end'] === false || params['cancel_at'] === '') {
    Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    subscription['cancellation_details'].reason = null;
  } else if (typeof params['cancel_at'] === 'number') {
    Object.assign(subscription, { cancel_at: params['cancel_at'], canceled_at: account.clock.seconds() });
    subscription['cancellation_details'].reason = 'cancellation_requested';
  }
}

/** Pauses the collection of payments: the status stays, and so do the billing periods. */
function changePause(account: StripeAccount, subscription: Resource, params: Params): void {
  if (!('pause_collection' in params)) return;
  const pause = orNull(params['pause_collection']) as { behavior: string; resumes_at?: number } | null;
  if (pause?.resumes_at !== undefined && pause.resumes_at <= account.clock.seconds())
    throw invalid('Invalid timestamp: must be in the future.', 'pause_collection[resumes_at]');
  subscription['pause_collection'] = pause && { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null };
}

function moveTrialEnd(subscription: Resource, trialEnd: number, now: number): void {
  const [item] = subscription['items'].data as [Resource];
  if (subscription['status'] !== 'trialing') {
    Object.assign(subscription, { status: 'trialing', trial_start: now });
    item['current_period_start'] = now;
  }
  Object.assign(subscription, { trial_end: trialEnd, billing_cycle_anchor: trialEnd });
  item['current_period_end'] = trialEnd;
  if (subscription['cancel_at_period_end']) subscription['cancel_at'] = trialEnd;
}

/**
 * Prorates a plan change as Stripe's flexible billing mode does: charges the rest of the period at the new price and
 * credits it at the price charged last, which differs from the previous price after a change without proration.
 */
function addProration(
  account: StripeAccount,
  subscription: Resource,
  fresh: Resource,
  from: number,
  invoiceNow: boolean,
): void {
  const [item] = subscription['items'].data as [Resource];
  const [start, end] = [item['current_period_start'] as number, item['current_period_end'] as number];
  if (from < start || from > end)
    throw invalid('Cannot specify proration date outside of current subscription period.', 'proration_date');
  const old = billedPrice(account, subscription);
  const share = Math.max(0, end - from) / Math.max(1, end - start);
  // As `billing_mode[flexible][proration_discounts]: included` says.
  const discounted = (amount: number) =>
    discountsOn(account, subscription, amount, from).reduce((left, { amount: off }) => left - off, amount);
  const line = (price: Resource, sign: number, description: string): PendingLine => ({
    amount: sign * Math.round(discounted(price['unit_amount'] * item['quantity']) * share),
    description,
    price: price.id,
    product: price['product'],
    start: from,
    end,
  });
  // "08 Mar 2027"
  const when = new Date(from * 1000).toUTCString().slice(5, 16);
  const named = (time: string, price: Resource) =>
    `${time} time on ${account.store.find('products', price['product'])?.['name']} after ${when}`;
  const lines = [line(old, -1, named('Unused', old)), line(fresh, 1, named('Remaining', fresh))];
  account.store.put('billedPrices', { id: subscription.id, price: structuredClone(fresh), start });
  account.store.put('pendingLines', {
    id: subscription.id,
    lines: [...pendingLines(account, subscription.id), ...lines],
  });
  if (!invoiceNow) return;
  const invoice = createInvoice(account, subscription, { reason: 'subscription_update', onlyPending: true });
  subscription['latest_invoice'] = invoice.id;
  account.emit('invoice.created', invoice);
  finalizeAndCollect(account, invoice);
}

/** Call before the price of the item changes. */
function rememberBilledPrice(account: StripeAccount, subscription: Resource): void {
  const [item] = subscription['items'].data as [Resource];
  const price = structuredClone(billedPrice(account, subscription));
  account.store.put('billedPrices', { id: subscription.id, price, start: item['current_period_start'] });
}

/** The price at the start of the period, until a proration charges another. */
function billedPrice(account: StripeAccount, subscription: Resource): Resource {
  const [item] = subscription['items'].data as [Resource];
  const kept = account.store.find('billedPrices', subscription.id);
  return (kept && kept['start'] === item['current_period_start'] ? kept['price'] : item['price']) as Resource;
}
