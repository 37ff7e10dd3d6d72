/** The control API under `/_sandbox`, for tests and the control panel. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { randomInt } from 'node:crypto';
import type { SandboxClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { RequestLog } from './request-log.ts';
import type { Resource, Store } from './store.ts';
import type { TestClock } from './stripe/test-clock.ts';
import type { WebhookDelivery, WebhookMode } from './stripe/webhook-delivery.ts';

interface Controls {
  store: Store;
  clock: SandboxClock;
  testClock: TestClock;
  faults: Faults;
  delivery: WebhookDelivery;
  requests: RequestLog;
}

const DAY_MS = 86_400_000;
const LONGEST_ADVANCE_DAYS = 800;
const LONGEST_WAIT_MS = 20_000;
const KEPT_ON_RESET = ['prices', 'products', 'webhookEndpoints', 'paymentMethodDomains', 'clock'];

export function controlRoutes(app: FastifyInstance, controls: Controls): void {
  const { store, clock, requests, faults, delivery } = controls;
  app.get<{ Querystring: { to?: string } }>('/_sandbox/sms', ({ query }) =>
    [...store.newestFirst('sms')]
      .filter(({ to }) => !query.to || lastTen(to) === lastTen(query.to))
      .map(({ to, body, code, channel, at }) => ({ to, body, code, channel, at })),
  );
  app.get<{ Querystring: { to?: string } }>('/_sandbox/mail', ({ query }) => {
    const wanted = query.to?.trim().toLowerCase().replaceAll(' ', '+');
    return [...store.newestFirst('mails')].filter(({ to }) => !wanted || to === wanted);
  });
  app.get<{ Querystring: { limit?: string } }>('/_sandbox/records', ({ query }) =>
    recordsOf(store, query.limit ? Number(query.limit) : undefined),
  );
  app.get('/_sandbox/sums', () => countsOf(store));
  app.get('/_sandbox/requests', () => requests.newestFirst());
  app.get('/_sandbox/announcements', () => [...store.newestFirst('announcements')]);
  // With `known`, an offset in milliseconds, the answer waits until the offset is another, at most `LONGEST_WAIT_MS`.
  app.get<{ Querystring: { known?: string } }>('/_sandbox/clock', async ({ query }) => {
    if (query.known) await clock.differsFrom(Number(query.known), AbortSignal.timeout(LONGEST_WAIT_MS));
    return timeOf(clock);
  });
  app.post('/_sandbox/clock', async ({ body }, reply) => {
    const ms = advanceFrom((body ?? {}) as Record<string, unknown>);
    if (ms === undefined)
      return refusal(
        reply,
        `pass advanceDays or advanceMinutes: a number above 0, at most ${LONGEST_ADVANCE_DAYS} days`,
      );
    await controls.testClock.advanceBy(ms);
    await delivery.whenIdle();
    return timeOf(clock);
  });
  app.post('/_sandbox/reset', () => {
    delivery.clear();
    faults.heal();
    requests.clear();
    store.reset(KEPT_ON_RESET);
    return timeOf(clock);
  });
  faultRoutes(app, faults);
  webhookRoutes(app, controls);
}

function faultRoutes(app: FastifyInstance, faults: Faults): void {
  app.get('/_sandbox/faults', () => faults.list());
  app.put('/_sandbox/faults', ({ body }, reply) => {
    const given = (body ?? {}) as Record<string, unknown> | Record<string, unknown>[];
    try {
      if (Array.isArray(given)) faults.heal();
      for (const rule of Array.isArray(given) ? given : [given]) faults.add(rule);
    } catch (error) {
      return refusal(reply, (error as Error).message);
    }
    return faults.list();
  });
  app.delete<{ Params: { id?: string } }>('/_sandbox/faults/:id?', ({ params }) => {
    faults.heal(params.id ? ({ id }) => String(id) !== params.id : undefined);
    return faults.list();
  });
}

function advanceFrom({ advanceDays, advanceMinutes }: Record<string, unknown>): number | undefined {
  const ms = Number(advanceDays ?? 0) * DAY_MS + Number(advanceMinutes ?? 0) * 60_000;
  return ms > 0 && ms <= LONGEST_ADVANCE_DAYS * DAY_MS ? ms : undefined;
}

const timeOf = (clock: SandboxClock) => ({ now: clock.date().toISOString(), offsetMs: clock.offsetMs });
const lastTen = (phone: string) => phone.replaceAll(/\D/g, '').slice(-10);
const refusal = (reply: FastifyReply, error: string) => reply.code(400).send({ error });

const TABLES = {
  customers: 'customers',
  setupIntents: 'setupIntents',
  paymentMethods: 'paymentMethods',
  products: 'products',
  prices: 'prices',
  subscriptions: 'subscriptions',
  invoices: 'invoices',
  checkoutSessions: 'checkoutSessions',
  events: 'events',
  webhookEndpoints: 'webhookEndpoints',
  webhookDeliveries: 'webhookDeliveries',
  verifications: 'verifications',
  sms: 'sms',
  mails: 'mails',
  announcements: 'announcements',
};

function recordsOf(store: Store, limit = Infinity): Record<string, Resource[]> {
  return Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [name, latest(store.newestFirst(table), limit)]),
  );
}

function latest(rows: Iterable<Resource>, limit: number): Resource[] {
  const taken: Resource[] = [];
  for (const row of rows) {
    if (taken.length >= limit) break;
    taken.push(row);
  }
  return taken;
}

const countsOf = (store: Store) =>
  Object.fromEntries(Object.entries(TABLES).map(([name, table]) => [name, store.count(table)]));

/** Refuses changes requested by pages of other sites. */
export function refuseForeignOrigins(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(prefix) || request.method === 'GET' || request.method === 'HEAD') return done();
    const { origin, host } = request.headers;
    const foreign =
      (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) ||
      request.headers['sec-fetch-site'] === 'cross-site';
    if (!foreign) return done();
    void reply.code(403).send({ error: 'The sandbox is steered from its own pages only.' });
  });
}

const REORDERED_EVENTS = 20;

/** Control of webhook delivery: delayed, duplicated, reordered, dropped. */
function webhookRoutes(app: FastifyInstance, { store, delivery }: Controls): void {
  const whenDelivered = async (delivered: number) => {
    store.commit();
    await delivery.whenIdle();
    return { delivered, mode: delivery.mode };
  };
  app.get('/_sandbox/webhooks', () => ({
    mode: delivery.mode,
    deliveries: [...store.newestFirst('webhookDeliveries')].slice(0, 200),
  }));
  app.put('/_sandbox/webhooks', ({ body }, reply) => {
    const mode = (body as { mode?: unknown } | null)?.mode;
    if (mode !== 'normal' && mode !== 'hold' && mode !== 'drop')
      return reply.code(400).send({ error: 'mode must be normal, hold or drop' });
    delivery.mode = mode satisfies WebhookMode;
    return { mode };
  });
  app.post('/_sandbox/webhooks/deliver', () => whenDelivered(delivery.releaseHeld()));
  app.post('/_sandbox/webhooks/duplicate', () => {
    const [last] = store.newestFirst('webhookDeliveries');
    return whenDelivered(
      last ? delivery.resend(last['event'] as string) + delivery.resend(last['event'] as string) : 0,
    );
  });
  app.post('/_sandbox/webhooks/shuffle', () => {
    const held = delivery.releaseHeld(shuffled);
    if (held > 0) return whenDelivered(held);
    return whenDelivered(shuffled(recentEvents(store)).reduce((sum, event) => sum + delivery.resend(event), 0));
  });
  app.post('/_sandbox/webhooks/reverse', async () => {
    let delivered = 0;
    while (delivery.releaseHeld((held) => held.slice(-1)) > 0) delivered += (await whenDelivered(1)).delivered;
    if (delivered === 0)
      for (const event of recentEvents(store)) delivered += (await whenDelivered(delivery.resend(event))).delivered;
    return { delivered, mode: delivery.mode };
  });
  app.post<{ Params: { eventId: string } }>('/_sandbox/webhooks/:eventId/resend', async ({ params }, reply) => {
    const sent = delivery.resend(params.eventId);
    if (sent === 0) return reply.code(404).send({ error: `No such event: ${params.eventId}` });
    return whenDelivered(sent);
  });
}

/** Newest first. */
const recentEvents = (store: Store): string[] => [
  ...new Set(
    [...store.newestFirst('webhookDeliveries')].slice(0, REORDERED_EVENTS).map(({ event }) => event as string),
  ),
];

function shuffled<Item extends Resource | string>(items: Item[]): Item[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [copy[index], copy[other]] = [copy[other]!, copy[index]!];
  }
  return copy;
}
