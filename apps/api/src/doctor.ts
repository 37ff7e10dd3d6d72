/** `npm run doctor`: checks the providers and the database that the settings name. Changes nothing; exits 1 on a failure. */
import 'reflect-metadata';
import { samplesOf, unansweredIn } from '@lampstand/contracts';
import type { DataSource } from 'typeorm';
import { StripePaymentGateway } from './billing/adapters/stripe-payment-gateway.ts';
import { WebhookLag } from './billing/use-cases/webhook-lag.ts';
import { checkDatabase, checkProviders, unusable } from './installation/check-installation.ts';
import { ProcessClock } from './platform/clock/clock.ts';
import { InvalidSettings, loadSettings, samplesAmong, type Settings } from './platform/config/index.ts';
import { createDataSource, openDatabase } from './platform/database/data-source.ts';
import { withOwner } from './platform/database/migrate.ts';
import { excessRights } from './platform/database/roles.ts';
import { UnusableDatabase } from './platform/database/unusable-database.ts';
import { failed, type HealthCheck, passed, sample, skipped, unanswered } from './platform/health/health-check.ts';
import { SmtpMailer } from './platform/mail/adapters/smtp-mailer.ts';
import { TwilioPhoneVerifier } from './verification/adapters/twilio-phone-verifier.ts';

const TWO_ROLES = 'docs/operations.md, "Two roles for the database"';

const checks = await checkInstallation(process.env);
for (const { verdict, part, message } of checks) console.log(`${verdict.padEnd(8)}${part.padEnd(12)}${message}`);
process.exitCode = checks.some(({ verdict }) => verdict === 'WRONG') ? 1 : 0;

async function checkInstallation(env: NodeJS.ProcessEnv): Promise<HealthCheck[]> {
  let settings: Settings;
  try {
    settings = loadSettings(env);
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    const invalid = error.problems.map((problem) => failed('settings', problem, 'see docs/configuration.md'));
    return [...invalid, skipped('providers', 'not checked: correct the settings first')];
  }
  const providers = {
    gateway: new StripePaymentGateway(settings),
    verifier: new TwilioPhoneVerifier(settings),
    mailer: new SmtpMailer(settings),
  };
  const checks = await Promise.all([checkProviders(settings, providers), openAndCheck(settings)]);
  return [...checks.flat(), ...checkClaims(settings)];
}

/** Live keys are refused by the settings while a sample remains. */
function checkClaims(settings: Settings): HealthCheck[] {
  const { claims } = settings;
  const samples = [...samplesAmong(settings), ...samplesOf(claims)].map((text) => sample('claims', text));
  const missing = unansweredIn(claims).map((question) => unanswered('claims', question));
  const found = [...samples, ...missing];
  return found.length ? found : [passed('claims', 'the site shows no samples and answers every question')];
}

async function openAndCheck(settings: Settings): Promise<HealthCheck[]> {
  const clock = new ProcessClock(settings.sandbox);
  let dataSource: DataSource | undefined;
  try {
    dataSource = await openDatabase('DATABASE_URL', createDataSource(settings.DATABASE_URL));
    await clock.onModuleInit();
    const checks = await checkDatabase(settings, { dataSource, clock, webhooks: new WebhookLag(dataSource, clock) });
    if (checks.some(({ part, verdict }) => part === 'database' && verdict === 'WRONG')) return checks;
    return [...checks, await checkRoles(dataSource, settings.MIGRATION_DATABASE_URL)];
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    return [unusable('database', error)];
  } finally {
    clock.onModuleDestroy();
    await dataSource?.destroy();
  }
}

/** Whether the serving role has rights on the schema, the audit log or the journal that serving does not need. */
async function checkRoles(dataSource: DataSource, ownerUrl: string | undefined): Promise<HealthCheck> {
  if (!ownerUrl) return passed('roles', `one role migrates and serves; to separate them see ${TWO_ROLES}`);
  try {
    await withOwner(dataSource, ownerUrl, async () => {});
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    return unusable('roles', error);
  }
  const excess = await excessRights(dataSource);
  if (excess.length) return failed('roles', `the role of DATABASE_URL ${excess.join(', ')}`, TWO_ROLES);
  return passed(
    'roles',
    'the serving role cannot change the schema, the audit log or the journal; another role migrates',
  );
}
