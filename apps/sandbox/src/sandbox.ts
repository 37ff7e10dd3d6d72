/** Stand-ins for Stripe, Twilio Verify and a mail server in one process, for development and tests. */
import Fastify, { errorCodes, type FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { SandboxClock } from './clock.ts';
import { controlRoutes, refuseForeignOrigins } from './control-routes.ts';
import { faultGate } from './fault-gate.ts';
import { Faults } from './faults.ts';
import { MailServer } from './mail-server.ts';
import { controlPanel } from './pages/control-panel.ts';
import { dashboardPages, standInPages } from './pages/stand-ins.ts';
import { assetRoutes } from './pages/html.ts';
import { cardPages, checkoutPages, portalPages } from './pages/stripe-pages.ts';
import { logProviderCalls, providerPath, RequestLog } from './request-log.ts';
import { type Settings, settingsFrom } from './settings.ts';
import { Store } from './store.ts';
import { StripeAccount } from './stripe/account.ts';
import { stripeGateway } from './stripe/gateway.ts';
import { registerHosts } from './stripe/payment-method-domains.ts';
import { IdempotencyKeys } from './stripe/idempotency.ts';
import { TestClock } from './stripe/test-clock.ts';
import { type Endpoint, WebhookDelivery } from './stripe/webhook-delivery.ts';
import { registerWebhook } from './stripe/webhooks.ts';
import { twilioGateway } from './twilio/gateway.ts';
import { Verifications } from './twilio/verifications.ts';

const TICK_MS = 5000;

interface RunningSandbox {
  url: string;
  smtpPort: number;
  stop: () => Promise<void>;
}

export async function startSandbox(overrides: Partial<Settings> = {}): Promise<RunningSandbox> {
  const settings = { ...settingsFrom({}), ...overrides };
  const store = new Store(join(settings.dataDir, 'sandbox'));
  const clock = new SandboxClock(store);
  const faults = new Faults();
  const requests = new RequestLog();
  const delivery = new WebhookDelivery(store, () => endpointsOf(store));
  const account = new StripeAccount(store, clock, (event) => delivery.deliver(event));
  const testClock = new TestClock(account, () => delivery.whenIdle());
  const mail = new MailServer(store, clock, faults, (status, to) => requests.addMail(clock, status, to));
  const app = Fastify({ bodyLimit: 1 << 20, forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  parseFormsAsText(app);
  logProviderCalls(app, requests, clock);
  faultGate(app, faults, providerPath);
  refuseForeignOrigins(app, '/_sandbox/');
  stripeGateway(app, account, new IdempotencyKeys(store, clock));
  const sender = { name: settings.smsSenderName, siteHost: new URL(settings.appOrigins[0]!).hostname };
  twilioGateway(app, store, clock, new Verifications(store, clock, sender));
  controlRoutes(app, { store, clock, testClock, faults, delivery, requests });
  assetRoutes(app);
  controlPanel(app, store);
  dashboardPages(app, store);
  cardPages(app, account, settings.appOrigins);
  checkoutPages(app, account);
  portalPages(app, account);
  standInPages(app, account);
  const smtpPort = await mail.listen(settings.smtpPort, settings.host);
  account.url = await app.listen({ port: settings.port, host: settings.host }).catch(async (error: Error) => {
    await mail.stop();
    throw error;
  });
  store.open();
  registerWebhook(account, settings);
  registerHosts(account, settings.appOrigins);
  delivery.resume();
  const ticker = setInterval(() => void testClock.advanceBy(0).catch(console.error), TICK_MS).unref();
  const stop = async () => {
    clearInterval(ticker);
    delivery.stop();
    faults.heal();
    await Promise.all([app.close(), mail.stop()]);
    store.close();
  };
  return { url: account.url, smtpPort, stop };
}

const endpointsOf = (store: Store): Endpoint[] =>
  [...store.all('webhookEndpoints')]
    .filter(({ status }) => status === 'enabled')
    .map(({ url, secret, enabled_events: events }) => ({ url, secret, events }));

const MAX_FIELDS = 1000;

function parseFormsAsText(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    String(body).split('&').length <= MAX_FIELDS ? done(null, body) : done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()),
  );
}
