/** What falls due by itself as time goes on, each at its own instant: 27 days and then 4 tell the same story as 31 at once. */
import type { Resource } from '../store/store.ts';
import { expireSession } from './checkout-sessions.ts';
import { collect, finalizeAndCollect } from './invoice-payment.ts';
import { createInvoice } from './invoice-shape.ts';
import { periodEndAfter } from './periods.ts';
import { cancelSubscription } from './subscription-end.ts';
import type { World } from './world.ts';

const NOTICE = 3 * 86_400;

export interface Due {
  at: number;
  run: () => void;
}

export function nextDueOf(world: World, table: string, id: string): Due | undefined {
  const object = world.store.find(table, id);
  if (!object) return undefined;
  if (table === 'subscriptions') return dueOfSubscription(world, object);
  if (table === 'invoices') return dueOfInvoice(world, object);
  if (object['status'] !== 'open') return undefined;
  return { at: object['expires_at'], run: () => void expireSession(world, object) };
}

export const TABLES_WITH_DUES = ['subscriptions', 'invoices', 'checkoutSessions'];

function dueOfSubscription(world: World, subscription: Resource): Due | undefined {
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription;
  if (!['trialing', 'active', 'past_due'].includes(status)) return undefined;
  const dues: Due[] = [];
  if (status === 'trialing') {
    if (!trialEndAnnounced(world, subscription))
      dues.push({ at: trialEnd - NOTICE, run: () => announceTrialEnd(world, subscription) });
    dues.push({ at: trialEnd, run: () => endTrial(world, subscription, { collectNow: false }) });
  } else {
    dues.push({ at: subscription['items'].data[0].current_period_end, run: () => renew(world, subscription) });
  }
  if (cancelAt) dues.unshift({ at: cancelAt, run: () => void cancelSubscription(world, subscription, null) });
  return dues.reduce((first, due) => (due.at < first.at ? due : first));
}

function dueOfInvoice(world: World, invoice: Resource): Due | undefined {
  const { status, automatically_finalizes_at: finalizesAt, next_payment_attempt: retryAt } = invoice;
  if (status === 'draft' && finalizesAt) return { at: finalizesAt, run: () => finalizeAndCollect(world, invoice) };
  if (status !== 'open' || !retryAt) return undefined;
  return { at: retryAt, run: () => void collect(world, invoice, () => world.emit('invoice.updated', invoice)) };
}

/** A trial shorter than the notice is announced at once, like a trial cut short. */
export function startTrial(world: World, subscription: Resource): void {
  if (subscription['trial_end'] - world.clock.seconds() < NOTICE) announceTrialEnd(world, subscription);
}

export function announceTrialEnd(world: World, subscription: Resource): void {
  if (trialEndAnnounced(world, subscription)) return;
  world.store.put('trialNotices', { id: subscription.id, trial_end: subscription['trial_end'] });
  world.emit('customer.subscription.trial_will_end', subscription);
}

const trialEndAnnounced = (world: World, subscription: Resource) =>
  world.store.find('trialNotices', subscription.id)?.['trial_end'] === subscription['trial_end'];

export function endTrial(world: World, subscription: Resource, { collectNow }: { collectNow: boolean }): void {
  if (!cardOf(world, subscription)) {
    const wish = subscription['trial_settings'].end_behavior.missing_payment_method as string;
    if (wish === 'cancel') return void cancelSubscription(world, subscription, null);
    if (wish === 'pause') return pause(world, subscription);
  }
  if (collectNow)
    Object.assign(subscription, { trial_end: world.clock.seconds(), billing_cycle_anchor: world.clock.seconds() });
  startPeriod(world, subscription, subscription['trial_end'], collectNow);
}

function renew(world: World, subscription: Resource): void {
  startPeriod(world, subscription, subscription['items'].data[0].current_period_end, false);
}

function startPeriod(world: World, subscription: Resource, start: number, collectNow: boolean): void {
  const { status, items, latest_invoice } = structuredClone(subscription);
  const [item] = subscription['items'].data as [Resource];
  item['current_period_start'] = start;
  item['current_period_end'] = periodEndAfter(start, subscription['billing_cycle_anchor'], item['price'].recurring);
  if (status === 'trialing') subscription['status'] = 'active';
  const invoice = createInvoice(world, subscription, {
    reason: collectNow ? 'subscription_update' : 'subscription_cycle',
  });
  subscription['latest_invoice'] = invoice.id;
  world.store.put('subscriptions', subscription);
  world.emit('customer.subscription.updated', subscription, {
    items,
    latest_invoice,
    ...(status !== subscription['status'] && { status }),
  });
  world.emit('invoice.created', invoice);
  if (collectNow) finalizeAndCollect(world, invoice);
}

function pause(world: World, subscription: Resource): void {
  subscription['status'] = 'paused';
  world.store.put('subscriptions', subscription);
  world.emit('customer.subscription.updated', subscription, { status: 'trialing' });
  world.emit('customer.subscription.paused', subscription);
}

function cardOf(world: World, subscription: Resource): unknown {
  const customer = world.store.find('customers', subscription['customer']);
  return subscription['default_payment_method'] ?? customer?.['invoice_settings']?.default_payment_method;
}
