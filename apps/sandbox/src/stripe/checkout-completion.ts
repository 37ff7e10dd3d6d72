/** A hosted Checkout is done the moment its card is saved, whether or not the browser finds its way back. */
import type { Resource } from '../store/store.ts';
import type { World } from './world.ts';

export function completeSessionOf(world: World, intent: Resource): void {
  const link = world.store.find('sessionsOfSetupIntents', intent.id);
  const session = link && world.store.find('checkoutSessions', link['session'] as string);
  if (session?.['status'] !== 'open') return;
  const customer = world.store.find('customers', intent['customer'] as string);
  Object.assign(session, {
    status: 'complete',
    url: null,
    customer_details: customer && {
      address: customer['address'],
      business_name: null,
      email: customer['email'],
      individual_name: null,
      name: customer['name'],
      phone: customer['phone'],
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  world.store.put('checkoutSessions', session);
  world.emit('checkout.session.completed', session);
}
