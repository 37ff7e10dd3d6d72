/** `npm run doctor`: checks the providers and the database that the settings name. Changes nothing; exits 1 on a failure. */
import 'reflect-metadata';
import { missingAnswers, PLANS, SAMPLE_POSTAL_ADDRESS, sampleClaims } from '@lampstand/contracts';
import type { DataSource } from 'typeorm';
import { StripePaymentGateway } from './billing/adapters/stripe-payment-gateway.ts';
import { EVENT_TYPES } from './billing/stripe-event-types.ts';
import { InvalidSettings, loadSettings, type Settings } from './platform/config/index.ts';
import { createDataSource, openDatabase } from './platform/database/data-source.ts';
import { isMigrated, withOwner } from './platform/database/migrate.ts';
import { excessRights } from './platform/database/roles.ts';
import { UnusableDatabase } from './platform/database/unusable-database.ts';
import { SmtpMailer } from './platform/mail/adapters/smtp-mailer.ts';
import { TwilioPhoneVerifier } from './verification/adapters/twilio-phone-verifier.ts';
import {
  checkClock,
  failed,
  type HealthCheck,
  passed,
  sample,
  skipped,
  unanswered,
} from './platform/health/health-check.ts';

const WEBHOOK_PATH = '/api/stripe/webhook';
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
  const checks = await Promise.all([
    new StripePaymentGateway(settings).checkHealth({
      catalogue: PLANS.map(({ id, name, amountInCents }) => ({ tier: id, name, amountInCents })),
      siteUrl: settings.SITE_URL,
      webhookUrl: `${settings.SITE_URL}${WEBHOOK_PATH}`,
      eventTypes: EVENT_TYPES,
    }),
    new TwilioPhoneVerifier(settings).checkHealth(),
    new SmtpMailer(settings).checkHealth(),
    checkDatabase(settings),
  ]);
  return [...checks.flat(), ...checkClaims(settings)];
}

/** Live keys are refused by the settings while a sample remains. */
function checkClaims({ POSTAL_ADDRESS }: Settings): HealthCheck[] {
  const address = POSTAL_ADDRESS === SAMPLE_POSTAL_ADDRESS ? ['the postal address (POSTAL_ADDRESS)'] : [];
  const samples = [...address, ...sampleClaims()].map((text) => sample('claims', text));
  const missing = missingAnswers().map((question) => unanswered('claims', question));
  const found = [...samples, ...missing];
  return found.length ? found : [passed('claims', 'the site shows no samples and answers every question')];
}

/** `openDatabase` checks two connections at once. */
const CONNECTIONS = 2;

async function checkDatabase({ DATABASE_URL, MIGRATION_DATABASE_URL }: Settings): Promise<HealthCheck[]> {
  let dataSource: DataSource;
  try {
    dataSource = await openDatabase('DATABASE_URL', createDataSource(DATABASE_URL, CONNECTIONS));
  } catch (error) {
    return [unusable('database', error)];
  }
  try {
    const [{ now }] = await dataSource.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    const schema = await checkSchema(dataSource);
    const roles = schema.verdict === 'ok' ? [await checkRoles(dataSource, MIGRATION_DATABASE_URL)] : [];
    return [checkClock('the database', now), schema, ...roles];
  } catch {
    return [
      failed('database', 'it answers, but cannot be read', 'start this version of the server once, as the owner'),
    ];
  } finally {
    await dataSource.destroy();
  }
}

function unusable(part: string, error: unknown): HealthCheck {
  if (!(error instanceof UnusableDatabase)) throw error;
  return failed(part, error.problem, error.fix);
}

async function checkSchema(dataSource: DataSource): Promise<HealthCheck> {
  if (await isMigrated(dataSource)) return passed('database', 'it answers, and its schema is that of this version');
  return failed('database', 'its schema is older than this version', 'start this version of the server once');
}

/** Whether the serving role has rights on the schema, the audit log or the journal that serving does not need. */
async function checkRoles(dataSource: DataSource, ownerUrl: string | undefined): Promise<HealthCheck> {
  if (!ownerUrl) return passed('roles', `one role migrates and serves; to separate them see ${TWO_ROLES}`);
  try {
    await withOwner(dataSource, ownerUrl, async () => {});
  } catch (error) {
    return unusable('roles', error);
  }
  const excess = await excessRights(dataSource);
  if (excess.length) return failed('roles', `the role of DATABASE_URL ${excess.join(', ')}`, TWO_ROLES);
  return passed(
    'roles',
    'the serving role cannot change the schema, the audit log or the journal; another role migrates',
  );
}
