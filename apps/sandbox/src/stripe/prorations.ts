/** A plan change in the middle of a period: credit for the rest of the old plan, charge for the rest of the new one. */
import type { Resource } from '../store/store.ts';
import { finalizeAndCollect } from './invoice-payment.ts';
import { createInvoice } from './invoice-shape.ts';
import { pendingLines, type PendingLine } from './pending-lines.ts';
import type { World } from './world.ts';

export function noteProration(
  world: World,
  subscription: Resource,
  old: Resource,
  fresh: Resource,
  invoiceNow: boolean,
): void {
  const [item] = subscription['items'].data as [Resource];
  const now = world.clock.seconds();
  const [start, end] = [item['current_period_start'] as number, item['current_period_end'] as number];
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
  world.store.put('pendingLines', { id: subscription.id, lines: [...pendingLines(world, subscription.id), ...lines] });
  if (!invoiceNow) return;
  const invoice = createInvoice(world, subscription, { reason: 'subscription_update', onlyPending: true });
  subscription['latest_invoice'] = invoice.id;
  world.emit('invoice.created', invoice);
  finalizeAndCollect(world, invoice);
}
