/**
 * A plan change in the middle of a period, as in Stripe's flexible billing mode: a charge for the rest of the new plan, and
 * a credit for the rest of the plan that was charged last, which is another one than the former where a change was free.
 */
import type { Resource } from '../store/store.ts';
import { finalizeAndCollect } from './invoice-payment.ts';
import { createInvoice } from './invoice-shape.ts';
import { pendingLines, type PendingLine } from './pending-lines.ts';
import type { World } from './world.ts';

export function noteProration(world: World, subscription: Resource, fresh: Resource, invoiceNow: boolean): void {
  const [item] = subscription['items'].data as [Resource];
  const now = world.clock.seconds();
  const [start, end] = [item['current_period_start'] as number, item['current_period_end'] as number];
  const old = billedPrice(world, subscription);
  const share = Math.max(0, end - now) / Math.max(1, end - start);
  const line = (price: Resource, sign: number, description: string): PendingLine => ({
    amount: sign * Math.round(price['unit_amount'] * item['quantity'] * share),
    description,
    price: price.id,
    product: price['product'],
    start: now,
    end,
  });
  const lines = [line(old, -1, 'Unused time on the former plan'), line(fresh, 1, 'Remaining time on the new plan')];
  world.store.put('billedPrices', { id: subscription.id, price: structuredClone(fresh), start });
  world.store.put('pendingLines', { id: subscription.id, lines: [...pendingLines(world, subscription.id), ...lines] });
  if (!invoiceNow) return;
  const invoice = createInvoice(world, subscription, { reason: 'subscription_update', onlyPending: true });
  subscription['latest_invoice'] = invoice.id;
  world.emit('invoice.created', invoice);
  finalizeAndCollect(world, invoice);
}

/** To be called before the price of an item changes. */
export function keepBilled(world: World, subscription: Resource): void {
  const [item] = subscription['items'].data as [Resource];
  const price = structuredClone(billedPrice(world, subscription));
  world.store.put('billedPrices', { id: subscription.id, price, start: item['current_period_start'] });
}

/** A period is charged at the price it begins with, until a proration charges another. */
function billedPrice(world: World, subscription: Resource): Resource {
  const [item] = subscription['items'].data as [Resource];
  const kept = world.store.find('billedPrices', subscription.id);
  return (kept && kept['start'] === item['current_period_start'] ? kept['price'] : item['price']) as Resource;
}
