/** What tests and the page for people may see and do: the same calls for both. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { RequestLog } from '../request-log.ts';
import type { Store } from '../store/store.ts';
import type { CalendarRun } from '../stripe/calendar-run.ts';
import type { WebhookDelivery } from '../stripe/webhook-delivery.ts';
import { ledgerOf, sumsOf } from './ledger.ts';
import { webhookRoutes } from './webhook-routes.ts';

export interface Controls {
  store: Store;
  clock: SandboxClock;
  calendar: CalendarRun;
  faults: Faults;
  delivery: WebhookDelivery;
  requests: RequestLog;
}

const DAY_MS = 86_400_000;
const LONGEST_ADVANCE_DAYS = 800;
const KEPT_ON_RESET = ['prices', 'products', 'webhookEndpoints', 'clock'];

export function controlRoutes(app: FastifyInstance, controls: Controls): void {
  const { store, clock, requests, faults, delivery } = controls;
  app.get<{ Querystring: { to?: string } }>('/_sandbox/sms', ({ query }) =>
    [...store.newestFirst('sms')]
      .filter(({ to }) => !query.to || lastTen(to) === lastTen(query.to))
      .map(({ to, body, code, at }) => ({ to, body, code, at })),
  );
  app.get<{ Querystring: { to?: string } }>('/_sandbox/mail', ({ query }) => {
    const wanted = query.to?.trim().toLowerCase().replaceAll(' ', '+');
    return [...store.newestFirst('mails')].filter(({ to }) => !wanted || to === wanted);
  });
  app.get<{ Querystring: { limit?: string } }>('/_sandbox/ledger', ({ query }) =>
    ledgerOf(store, query.limit ? Number(query.limit) : undefined),
  );
  app.get('/_sandbox/sums', () => sumsOf(store));
  app.get('/_sandbox/requests', () => requests.newestFirst());
  app.get('/_sandbox/announcements', () => [...store.newestFirst('announcements')]);
  app.get('/_sandbox/clock', () => timeOf(clock));
  app.post('/_sandbox/clock', async ({ body }, reply) => {
    const ms = advanceFrom((body ?? {}) as Record<string, unknown>);
    if (ms === undefined)
      return refusal(
        reply,
        `pass advanceDays or advanceMinutes: a number above 0, at most ${LONGEST_ADVANCE_DAYS} days`,
      );
    await controls.calendar.advanceBy(ms);
    await delivery.handedOver();
    return timeOf(clock);
  });
  app.post('/_sandbox/reset', () => {
    delivery.forget();
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
