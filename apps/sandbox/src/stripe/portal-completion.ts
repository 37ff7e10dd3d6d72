/** A card typed on the portal's page becomes what the customer pays with, and the page is done. */
import type { Resource } from '../store/store.ts';
import type { World } from './world.ts';

export function completePortalOf(world: World, intent: Resource): void {
  const link = world.store.find('portalsOfSetupIntents', intent.id);
  const session = link && world.store.find('portalSessions', link['session'] as string);
  const customer = session && world.store.find('customers', session['customer'] as string);
  if (!session || !customer || customer['deleted']) return;
  world.store.put('portalSessions', { ...session, done: true });
  const before = structuredClone(customer['invoice_settings'] as object);
  customer['invoice_settings'].default_payment_method = intent['payment_method'];
  world.store.put('customers', customer);
  world.emit('customer.updated', customer, { invoice_settings: before });
}
