/** What every Stripe call works on; an event is recorded with the change it tells about, and delivered later. */
import type { SandboxClock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Resource, Store } from '../store/store.ts';
import { checkAnswer } from './contract.ts';

export const API_VERSION = '2026-10-28.endive';

const SCHEMA_OF: Record<string, string> = {
  customer: 'Customer',
  setup_intent: 'SetupIntent',
  payment_method: 'PaymentMethod',
  product: 'Product',
  price: 'Price',
  subscription: 'Subscription',
  invoice: 'Invoice',
  'checkout.session': 'Session',
};

export class World {
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly onEvent: (event: Resource) => void;
  /** The name the last caller knows us by; links in answers must work for them, in a container as well. */
  url = '';
  request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null };

  constructor(store: Store, clock: SandboxClock, onEvent: (event: Resource) => void) {
    this.store = store;
    this.clock = clock;
    this.onEvent = onEvent;
  }

  emit(type: string, object: Resource, previous?: Record<string, unknown>): void {
    const schema = SCHEMA_OF[object['object'] as string];
    if (schema) checkAnswer(schema, object);
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
