/** The product's own webhook endpoint, registered as somebody would do in Stripe's Dashboard, and there again at each start. */
import type { Settings } from '../settings.ts';
import { API_VERSION, type World } from './world.ts';

const EVENTS_OF_INTEREST =
  `setup_intent.succeeded setup_intent.setup_failed checkout.session.completed checkout.session.expired
  customer.subscription.created customer.subscription.updated customer.subscription.deleted customer.subscription.trial_will_end
  customer.subscription.paused customer.subscription.resumed customer.updated customer.deleted
  invoice.paid invoice.payment_failed invoice.payment_action_required invoice.finalized invoice.finalization_failed
  invoice.voided invoice.marked_uncollectible
  payment_method.attached payment_method.detached payment_method.updated payment_method.automatically_updated`.split(
    /\s+/,
  );

export function registerWebhook({ store, clock }: World, { webhookUrl, webhookSecret }: Settings): void {
  for (const { id, url } of store.all('webhookEndpoints')) if (url === webhookUrl) store.delete('webhookEndpoints', id);
  store.put('webhookEndpoints', {
    id: 'we_sandbox',
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: clock.seconds(),
    description: 'The product itself',
    enabled_events: EVENTS_OF_INTEREST,
    livemode: false,
    metadata: {},
    secret: webhookSecret,
    status: 'enabled',
    url: webhookUrl,
  });
  store.commit();
}
