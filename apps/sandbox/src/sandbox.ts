/** Stand-ins for Stripe, Twilio Verify and a mail server in one process, for development and tests. */
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { SandboxClock } from './clock.ts';
import { controlRoutes } from './control/control-routes.ts';
import { refuseForeignOrigins } from './control/same-origin.ts';
import { faultGate } from './faults/gate.ts';
import { Faults } from './faults/faults.ts';
import { logProviderCalls, providerPath } from './http.ts';
import { MailServer } from './mail/mail-server.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { RequestLog } from './request-log.ts';
import { settingsFrom, type Settings } from './settings.ts';
import { Store } from './store/store.ts';
import { CalendarRun } from './stripe/calendar-run.ts';
import { stripeGateway } from './stripe/gateway.ts';
import { IdempotentAnswers } from './stripe/idempotency.ts';
import { WebhookDelivery, type Endpoint } from './stripe/webhook-delivery.ts';
import { World } from './stripe/world.ts';
import { registerWebhook } from './stripe/registered-webhook.ts';
import { twilioGateway } from './twilio/gateway.ts';
import { Verifications } from './twilio/verifications.ts';

const TICK_MS = 5000;
export interface RunningSandbox {
  url: string;
  smtpPort: number;
  stop: () => Promise<void>;
}

export async function startSandbox(wishes: Partial<Settings> = {}): Promise<RunningSandbox> {
  const settings = { ...settingsFrom({}), ...wishes };
  const store = new Store(join(settings.dataDir, 'sandbox'));
  const clock = new SandboxClock(store);
  const faults = new Faults();
  const requests = new RequestLog();
  const delivery = new WebhookDelivery(store, () => endpointsOf(store));
  const world = new World(store, clock, (event) => delivery.announce(event));
  const calendar = new CalendarRun(world, () => delivery.handedOver());
  const mail = new MailServer(store, clock, faults, (status, to) => requests.addMail(clock, status, to));
  const app = Fastify({ bodyLimit: 1 << 20, forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  takeFormsAsText(app);
  logProviderCalls(app, requests, clock);
  faultGate(app, faults, providerPath);
  refuseForeignOrigins(app, '/_sandbox/');
  stripeGateway(app, world, new IdempotentAnswers(store, clock));
  twilioGateway(app, store, new Verifications(store, clock, settings.smsSenderName));
  controlRoutes(app, { store, clock, calendar, faults, delivery, requests });
  pageRoutes(app, world, settings);
  const smtpPort = await mail.listen(settings.smtpPort, settings.host);
  world.url = await app.listen({ port: settings.port, host: settings.host }).catch(async (error: Error) => {
    await mail.stop();
    throw error;
  });
  store.open();
  registerWebhook(world, settings);
  delivery.resume();
  const ticker = setInterval(() => void calendar.advanceBy(0).catch(console.error), TICK_MS).unref();
  const stop = async () => {
    clearInterval(ticker);
    delivery.stop();
    faults.heal();
    await Promise.all([app.close(), mail.stop()]);
    store.close();
  };
  return { url: world.url, smtpPort, stop };
}

const endpointsOf = (store: Store): Endpoint[] =>
  [...store.all('webhookEndpoints')].map(({ url, secret, enabled_events: events }) => ({ url, secret, events }));

function takeFormsAsText(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
}
