import type { Resource } from '../store/store.ts';
import type { World } from './world.ts';

type Reason = 'cancellation_requested' | 'payment_failed' | null;

/** Ends a subscription now; invoices still open are left to whoever holds them. */
export function cancelSubscription(world: World, subscription: Resource, reason: Reason): Resource {
  const now = world.clock.seconds();
  Object.assign(subscription, { status: 'canceled', canceled_at: subscription['canceled_at'] ?? now, ended_at: now });
  if (reason) subscription['cancellation_details'].reason = reason;
  world.store.put('subscriptions', subscription);
  for (const invoice of world.store.ofCustomer('invoices', subscription['customer'])) {
    const own = invoice['parent'].subscription_details.subscription === subscription.id;
    if (!own || !['draft', 'open'].includes(invoice['status'])) continue;
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null });
    world.store.put('invoices', invoice);
  }
  world.emit('customer.subscription.deleted', subscription);
  return subscription;
}
