/** The Stripe account that all calls work on. */
import type { SandboxClock } from '../clock.ts';
import { newId, type Resource, type Store } from '../store.ts';
import { checkResponse } from './contract.ts';

export const API_VERSION = '2026-10-28.endive';

const SCHEMA_OF: Record<string, string> = {
  customer: 'Customer',
  setup_intent: 'SetupIntent',
  payment_method: 'PaymentMethod',
  product: 'Product',
  price: 'Price',
  subscription: 'Subscription',
  invoice: 'Invoice',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  'checkout.session': 'Session',
};

export class StripeAccount {
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly onEvent: (event: Resource) => void;
  /** The sandbox's origin as the last caller addressed it, for URLs in responses; inside a container it differs. */
  url = '';
  request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null };

  constructor(store: Store, clock: SandboxClock, onEvent: (event: Resource) => void) {
    this.store = store;
    this.clock = clock;
    this.onEvent = onEvent;
  }

  /** Records an event with the current change; `onEvent` delivers it to webhook endpoints. */
  emit(type: string, object: Resource, previous?: Record<string, unknown>): void {
    const schema = SCHEMA_OF[object['object'] as string];
    if (schema) checkResponse(schema, object);
    const event: Resource = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.clock.seconds(),
      data: { object: structuredClone(object), ...(previous && { previous_attributes: structuredClone(previous) }) },
      livemode: false,
      pending_webhooks: 0,
      request: { ...this.request },
      type,
    };
    this.store.put('events', event);
    this.onEvent(event);
  }
}
