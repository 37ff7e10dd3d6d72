/**
 * What happens to subscriptions, invoices, refunds, disputes and checkout sessions as time passes, each step at its own due time:
 * advancing 27 days and then 4 gives the same events as 31 at once.
 */
import type { Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { expireSession } from './checkout-sessions.ts';
import { dueOfCharge } from './disputes.ts';
import { createInvoice } from './invoice-object.ts';
import { chargeOf } from './invoice-payments.ts';
import { collect, finalizeAndCollect, finishUncollected, keepAsDraft } from './invoices.ts';
import { dueOfRefund } from './refunds.ts';
import { cancelSubscription } from './subscription-object.ts';

const DAY = 86_400;
const NOTICE = 3 * DAY;

/** `at` in seconds. */
interface Due {
  at: number;
  run: () => void;
}

export function nextDueOf(account: StripeAccount, table: string, id: string): Due | undefined {
  const object = account.store.find(table, id);
  if (!object) return undefined;
  if (table === 'subscriptions') return dueOfSubscription(account, object);
  if (table === 'invoices') return dueOfInvoice(account, object);
  if (table === 'refunds') return dueOfRefund(account, object);
  if (object['status'] !== 'open') return undefined;
  return { at: object['expires_at'], run: () => void expireSession(account, object) };
}

export const TABLES_WITH_DUE_DATES = ['subscriptions', 'invoices', 'refunds', 'checkoutSessions'];

function dueOfSubscription(account: StripeAccount, subscription: Resource): Due | undefined {
  const { status, trial_end: trialEnd, cancel_at: cancelAt, pause_collection: pause } = subscription;
  if (!['trialing', 'active', 'past_due'].includes(status)) return undefined;
  const dues: Due[] = [];
  if (status === 'trialing') {
    if (!isTrialEndAnnounced(account, subscription))
      dues.push({ at: trialEnd - NOTICE, run: () => announceTrialEnd(account, subscription) });
    dues.push({ at: trialEnd, run: () => endTrial(account, subscription, { collectNow: false }) });
  } else {
    dues.push({ at: subscription['items'].data[0].current_period_end, run: () => renew(account, subscription) });
  }
  // An invoice of that very time is charged.
  if (pause?.resumes_at) dues.unshift({ at: pause.resumes_at, run: () => resumeCollection(account, subscription) });
  if (cancelAt) dues.unshift({ at: cancelAt, run: () => void cancelSubscription(account, subscription, null) });
  return dues.reduce((first, due) => (due.at < first.at ? due : first));
}

function dueOfInvoice(account: StripeAccount, invoice: Resource): Due | undefined {
  const { status, automatically_finalizes_at: finalizesAt, next_payment_attempt: retryAt } = invoice;
  if (status === 'draft' && finalizesAt) return { at: finalizesAt, run: () => finalizeAndCollect(account, invoice) };
  if (status === 'paid') {
    const charge = chargeOf(account, invoice.id);
    return charge && dueOfCharge(account, charge);
  }
  if (status !== 'open' || !retryAt) return undefined;
  return { at: retryAt, run: () => void collect(account, invoice, () => account.emit('invoice.updated', invoice)) };
}

/** A trial shorter than three days gets its `trial_will_end` at once, as does a shortened one. */
export function startTrial(account: StripeAccount, subscription: Resource): void {
  if (subscription['trial_end'] - account.clock.seconds() < NOTICE) announceTrialEnd(account, subscription);
}

export function announceTrialEnd(account: StripeAccount, subscription: Resource): void {
  if (isTrialEndAnnounced(account, subscription)) return;
  account.store.put('trialNotices', { id: subscription.id, trial_end: subscription['trial_end'] });
  account.emit('customer.subscription.trial_will_end', subscription);
}

const isTrialEndAnnounced = (account: StripeAccount, subscription: Resource) =>
  account.store.find('trialNotices', subscription.id)?.['trial_end'] === subscription['trial_end'];

export function endTrial(
  account: StripeAccount,
  subscription: Resource,
  { collectNow }: { collectNow: boolean },
): void {
  if (!defaultPaymentMethodOf(account, subscription)) {
    const behavior = subscription['trial_settings'].end_behavior.missing_payment_method as string;
    if (behavior === 'cancel') return void cancelSubscription(account, subscription, null);
    if (behavior === 'pause') return pause(account, subscription);
  }
  if (collectNow)
    Object.assign(subscription, { trial_end: account.clock.seconds(), billing_cycle_anchor: account.clock.seconds() });
  startPeriod(account, subscription, subscription['trial_end'], collectNow);
}

function renew(account: StripeAccount, subscription: Resource): void {
  startPeriod(account, subscription, subscription['items'].data[0].current_period_end, false);
}

function resumeCollection(account: StripeAccount, subscription: Resource): void {
  const { pause_collection } = subscription;
  subscription['pause_collection'] = null;
  account.store.put('subscriptions', subscription);
  account.emit('customer.subscription.updated', subscription, { pause_collection });
}

/** A subscription whose status is `paused` begins a billing period, which is charged at once. */
export function resume(account: StripeAccount, subscription: Resource): void {
  const now = account.clock.seconds();
  subscription['billing_cycle_anchor'] = now;
  delete subscription['status_details'];
  startPeriod(account, subscription, now, true);
  account.emit('customer.subscription.resumed', subscription);
}

function startPeriod(account: StripeAccount, subscription: Resource, start: number, collectNow: boolean): void {
  const { status, items, latest_invoice } = structuredClone(subscription);
  const [item] = subscription['items'].data as [Resource];
  item['current_period_start'] = start;
  item['current_period_end'] = periodEndAfter(start, subscription['billing_cycle_anchor'], item['price'].recurring);
  if (status === 'trialing' || status === 'paused') subscription['status'] = 'active';
  const behavior = subscription['pause_collection']?.behavior as string | undefined;
  const invoice = createInvoice(account, subscription, {
    reason: collectNow ? 'subscription_update' : 'subscription_cycle',
  });
  if (behavior) keepAsDraft(account, invoice);
  subscription['latest_invoice'] = invoice.id;
  account.store.put('subscriptions', subscription);
  account.emit('customer.subscription.updated', subscription, {
    items,
    latest_invoice,
    ...(status !== subscription['status'] && { status }),
  });
  account.emit('invoice.created', invoice);
  if (behavior === 'void' || behavior === 'mark_uncollectible') finishUncollected(account, invoice, behavior);
  else if (collectNow && !behavior) finalizeAndCollect(account, invoice);
}

function pause(account: StripeAccount, subscription: Resource): void {
  Object.assign(subscription, {
    status: 'paused',
    status_details: {
      paused: {
        subscription: { type: 'trial_end_without_payment_method' },
        transitioned_at: account.clock.seconds(),
        type: 'subscription',
      },
    },
  });
  account.store.put('subscriptions', subscription);
  account.emit('customer.subscription.updated', subscription, { status: 'trialing' });
  account.emit('customer.subscription.paused', subscription);
}

function defaultPaymentMethodOf(account: StripeAccount, subscription: Resource): unknown {
  const customer = account.store.find('customers', subscription['customer']);
  return subscription['default_payment_method'] ?? customer?.['invoice_settings']?.default_payment_method;
}

interface Recurring {
  interval: string;
  interval_count: number;
}

/** Billing periods follow the anchor's day of the month, clamped in shorter months without drifting. */
export function periodEndAfter(start: number, anchor: number, { interval, interval_count: count }: Recurring): number {
  if (interval === 'day' || interval === 'week') {
    const step = DAY * count * (interval === 'week' ? 7 : 1);
    return anchor + step * (Math.floor((start - anchor) / step) + 1);
  }
  const step = count * (interval === 'year' ? 12 : 1);
  for (let months = step; ; months += step) {
    const end = plusMonths(anchor, months);
    if (end > start) return end;
  }
}

function plusMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
