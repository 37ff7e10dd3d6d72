import { PLANS } from '@lampstand/contracts';
import type { DataSource } from 'typeorm';
import type { PaymentGateway } from '../billing/payment-gateway.ts';
import { EVENT_TYPES } from '../billing/stripe-event-types.ts';
import type { WebhookLag } from '../billing/use-cases/webhook-lag.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { minutesAfter } from '../platform/clock/instants.ts';
import type { Settings } from '../platform/config/index.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { connectionProblem, readOnlyProblem, UnusableDatabase } from '../platform/database/unusable-database.ts';
import { checkClock, failed, type HealthCheck, passed } from '../platform/health/health-check.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { PhoneVerifier } from '../verification/phone-verifier.ts';

const webhookUrlOf = ({ SITE_URL }: Settings): string => `${SITE_URL}/api/stripe/webhook`;

interface Providers {
  gateway: PaymentGateway;
  verifier: PhoneVerifier;
  mailer: Mailer;
}

/** Checks the providers, by seven calls. Changes nothing and never rejects. */
export async function checkProviders(settings: Settings, { gateway, verifier, mailer }: Providers) {
  const checks = await Promise.all([
    gateway.checkHealth({
      catalogue: PLANS.map(({ id, name, amountInCents }) => ({ tier: id, name, amountInCents })),
      siteUrl: settings.SITE_URL,
      webhookUrl: webhookUrlOf(settings),
      eventTypes: EVENT_TYPES,
    }),
    verifier.checkHealth(),
    mailer.checkHealth(),
  ]);
  return checks.flat();
}

interface Database {
  dataSource: DataSource;
  webhooks: WebhookLag;
  clock: Clock;
}

/** Checks a database that is open. Changes nothing and never rejects. */
export async function checkDatabase(settings: Settings, database: Database): Promise<HealthCheck[]> {
  const { dataSource } = database;
  try {
    const readOnly = await readOnlyProblem(dataSource, 'DATABASE_URL');
    if (readOnly) return [unusable('database', readOnly)];
    const [{ now }] = await dataSource.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    const clock = checkClock('the database', now);
    if (!(await isMigrated(dataSource)))
      return [clock, failed('database', OLDER, 'start this version of the server once')];
    return [clock, passed('database', CURRENT), await checkEvents(settings, database)];
  } catch (error) {
    return [queryFailure(error as Error & { code?: string })];
  }
}

const OLDER = 'its schema is older than this version';
const CURRENT = 'it answers, and its schema is that of this version';

/** A problem of the database as a line of the doctor. */
export const unusable = (part: string, { problem, fix }: UnusableDatabase): HealthCheck => failed(part, problem, fix);

/** SQLSTATE: a table is missing, or may not be read. */
const UNREADABLE = /^42/;

function queryFailure(error: Error & { code?: string }): HealthCheck {
  if (!UNREADABLE.test(error.code ?? '')) return unusable('database', connectionProblem(error, 'DATABASE_URL'));
  return failed('database', 'it answers, but cannot be read', 'start this version of the server once, as the owner');
}

/** Stripe repeats an event that was not taken after minutes. */
const LATE_MINUTES = 5;

/** Whether events arrive: a wrong secret, a disabled endpoint, DNS and the proxy all end in silence. */
async function checkEvents(settings: Settings, { webhooks, clock }: Database): Promise<HealthCheck> {
  const { lastAt, silentSince } = await webhooks.deliveries();
  const last = lastAt ? `the last event of Stripe came at ${lastAt.toISOString()}` : 'no event of Stripe has come yet';
  if (!silentSince || silentSince > minutesAfter(clock.now(), -LATE_MINUTES)) return passed('events', last);
  return failed(
    'events',
    `${last}, and none of what happened at ${silentSince.toISOString()}`,
    `compare STRIPE_WEBHOOK_SECRETS with the secret of the endpoint, and look whether Stripe reaches ${webhookUrlOf(settings)}`,
  );
}
