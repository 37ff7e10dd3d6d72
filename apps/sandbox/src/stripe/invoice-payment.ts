/** Collecting money: finalize, try the card, retry on a schedule, give up by ending the subscription. */
import type { Resource } from '../store/store.ts';
import { behaviourOf } from './payment-methods.ts';
import { cancelSubscription } from './subscription-end.ts';
import type { World } from './world.ts';

const DAY = 86_400;
const RETRY_AFTER_DAYS = [3, 5, 7];

export function finalizeAndCollect(world: World, invoice: Resource): void {
  const customer = world.store.find('customers', invoice['customer'])!;
  const now = world.clock.seconds();
  if (!customer['deleted']) {
    invoice['number'] = `${customer['invoice_prefix']}-${String(customer['next_invoice_sequence']).padStart(4, '0')}`;
    customer['next_invoice_sequence'] += 1;
    world.store.put('customers', customer);
  }
  Object.assign(invoice, {
    status: 'open',
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${world.url}/standin/invoices/${invoice.id}`,
    invoice_pdf: `${world.url}/standin/invoices/${invoice.id}`,
    webhooks_delivered_at: now,
  });
  invoice['status_transitions'].finalized_at = now;
  collect(world, invoice, (outcome) => {
    world.emit('invoice.finalized', { ...invoice, ...outcome });
    world.emit('invoice.updated', invoice, { status: 'draft' });
  });
}

/** State first, news after: whoever hears of a failed payment must already find the subscription past due. */
export function collect(world: World, invoice: Resource, announceFirst: (asFinalized: object) => void): boolean {
  const asFinalized = {
    status: 'open',
    amount_paid: 0,
    amount_remaining: invoice['amount_remaining'],
    status_transitions: { ...invoice['status_transitions'] },
  };
  const subscription = world.store.find('subscriptions', invoice['parent'].subscription_details.subscription)!;
  if (invoice['amount_due'] > 0) {
    invoice['attempted'] = true;
    invoice['attempt_count'] += 1;
  }
  const paid = invoice['amount_due'] === 0 || canCharge(world, invoice, subscription);
  if (paid) settle(world, invoice, subscription, () => announceFirst(asFinalized));
  else fail(world, invoice, subscription, () => announceFirst(asFinalized));
  return paid;
}

function settle(world: World, invoice: Resource, subscription: Resource, announce: () => void): void {
  const due = invoice['amount_due'] as number;
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  });
  invoice['status_transitions'].paid_at = world.clock.seconds();
  world.store.put('invoices', invoice);
  const former = changeStatus(world, subscription, ['past_due', 'incomplete', 'unpaid'], 'active');
  announce();
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
  if (former) world.emit('customer.subscription.updated', subscription, { status: former });
}

function fail(world: World, invoice: Resource, subscription: Resource, announce: () => void): void {
  const wait = RETRY_AFTER_DAYS[invoice['attempt_count'] - 1];
  invoice['next_payment_attempt'] = wait ? world.clock.seconds() + wait * DAY : null;
  world.store.put('invoices', invoice);
  const former = changeStatus(world, subscription, ['active', 'trialing'], 'past_due');
  announce();
  world.emit('invoice.payment_failed', invoice);
  if (former) world.emit('customer.subscription.updated', subscription, { status: former });
  if (!wait && subscription['status'] !== 'canceled') cancelSubscription(world, subscription, 'payment_failed');
}

function changeStatus(world: World, subscription: Resource, from: string[], to: string): string | undefined {
  const former = subscription['status'] as string;
  if (!from.includes(former)) return undefined;
  subscription['status'] = to;
  world.store.put('subscriptions', subscription);
  return former;
}

function canCharge(world: World, invoice: Resource, subscription: Resource): boolean {
  const customer = world.store.find('customers', invoice['customer']);
  const card =
    invoice['default_payment_method'] ??
    subscription['default_payment_method'] ??
    customer?.['invoice_settings']?.default_payment_method;
  return card ? behaviourOf(world, card as string) !== 'failsWhenCharged' : false;
}
