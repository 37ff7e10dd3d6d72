/** The control API under `/_sandbox`, for tests and the control panel. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { RequestLog } from './request-log.ts';
import type { Resource, Store } from './store.ts';
import type { TestClock } from './stripe/test-clock.ts';
import type { WebhookDelivery } from './stripe/webhook-delivery.ts';
import { webhookRoutes } from './webhook-control-routes.ts';

export interface Controls {
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
  app.get<{ Querystring: { limit?: string } }>('/_sandbox/ledger', ({ query }) =>
    ledgerOf(store, query.limit ? Number(query.limit) : undefined),
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

function ledgerOf(store: Store, limit = Infinity): Record<string, Resource[]> {
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
