/** Delivers events to webhook endpoints after their change is stored, signed with real time, with retries. */
import Stripe from 'stripe';
import { newId, type Resource, type Store } from '../store.ts';

export type WebhookMode = 'normal' | 'hold' | 'drop';

export interface Endpoint {
  url: string;
  secret: string;
  events: string[];
}

const RETRY_AFTER_MS = [1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 120_000, 300_000];
const TIMEOUT_MS = 10_000;
const CONCURRENCY = 4;
const signer = new Stripe('sk_test_sandbox');

export class WebhookDelivery {
  mode: WebhookMode = 'normal';
  readonly #store: Store;
  readonly #endpoints: () => Endpoint[];
  readonly #queue: Resource[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #underWay = 0;
  #idle: (() => void)[] = [];
  #stopped = false;

  constructor(store: Store, endpoints: () => Endpoint[]) {
    this.#store = store;
    this.#endpoints = endpoints;
  }

  resume(): void {
    const deliveries = [...this.#store.all('webhookDeliveries')];
    for (const { event } of deliveries) this.#countPending(event as string, 'reset');
    for (const delivery of deliveries) {
      if (delivery['status'] !== 'delivered') this.#countPending(delivery['event'] as string);
      if (delivery['status'] === 'pending') this.#later(delivery, 1000);
    }
  }

  deliver(event: Resource): void {
    for (const endpoint of this.#endpoints()) {
      if (endpoint.events.includes('*') || endpoint.events.includes(event['type'])) this.#enlist(event, endpoint.url);
    }
    this.#store.put('events', event);
  }

  resend(eventId: string): number {
    const event = this.#store.find('events', eventId);
    if (!event) return 0;
    const endpoints = this.#endpoints();
    for (const { url } of endpoints) this.#enlist(event, url);
    return endpoints.length;
  }

  /** Delivers held events in the given order and returns how many. */
  releaseHeld(order: (held: Resource[]) => Resource[] = (held) => held): number {
    const held = [...this.#store.all('webhookDeliveries')].filter(({ status }) => status === 'held');
    for (const delivery of order(held)) {
      this.#mark(delivery, { status: 'pending' });
      this.#later(delivery, 0);
    }
    return held.length;
  }

  async whenIdle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#underWay + this.#queue.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#queue.length = 0;
  }

  #enlist(event: Resource, url: string): void {
    const status = this.mode === 'normal' ? 'pending' : this.mode === 'hold' ? 'held' : 'dropped';
    const delivery: Resource = {
      id: newId('whd'),
      event: event.id,
      type: event['type'],
      url,
      status,
      attempts: [],
      created: new Date().toISOString(),
    };
    this.#store.put('webhookDeliveries', delivery);
    event['pending_webhooks'] += 1;
    if (status === 'pending') this.#later(delivery, 0);
  }

  #later(delivery: Resource, delay: number): void {
    if (delay === 0) {
      this.#queue.push(delivery);
      setImmediate(() => this.#work());
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#queue.push(delivery);
      this.#work();
    }, delay);
    this.#timers.add(timer.unref());
  }

  #work(): void {
    while (!this.#stopped && this.#underWay < CONCURRENCY && this.#queue.length > 0) {
      this.#underWay += 1;
      void this.#attempt(this.#queue.shift()!).finally(() => {
        this.#underWay -= 1;
        this.#work();
        if (this.#underWay + this.#queue.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
      });
    }
  }

  async #attempt(delivery: Resource): Promise<void> {
    const event = this.#store.find('events', delivery['event'] as string);
    const endpoint = this.#endpoints().find(({ url }) => url === delivery['url']);
    if (!event || !endpoint) return;
    const outcome = await post(event, endpoint);
    if (this.#stopped || this.#store.find('webhookDeliveries', delivery.id) !== delivery) return;
    (delivery['attempts'] as object[]).push({ at: new Date().toISOString(), ...outcome });
    if (outcome.status && outcome.status >= 200 && outcome.status < 300) {
      event['pending_webhooks'] = Math.max(0, event['pending_webhooks'] - 1);
      return this.#mark(delivery, { status: 'delivered' });
    }
    const wait = RETRY_AFTER_MS[delivery['attempts'].length - 1];
    this.#mark(delivery, { status: wait ? 'pending' : 'failed' });
    if (wait) this.#later(delivery, wait);
  }

  /** `pending_webhooks` is derived in memory from the stored deliveries. */
  #countPending(eventId: string, reset?: 'reset'): void {
    const event = this.#store.find('events', eventId);
    if (event) event['pending_webhooks'] = reset ? 0 : event['pending_webhooks'] + 1;
  }

  #mark(delivery: Resource, change: object): void {
    this.#store.put('webhookDeliveries', Object.assign(delivery, change));
    this.#store.commit();
  }
}

async function post(event: Resource, { url, secret }: Endpoint): Promise<{ status?: number; error?: string }> {
  const payload = JSON.stringify(event, null, 2);
  const signature = signer.webhooks.generateTestHeaderString({ payload, secret });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature,
    'user-agent': 'Stripe/1.0 (sandbox)',
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause;
    return { error: cause?.code ?? (error as Error).name };
  }
}
