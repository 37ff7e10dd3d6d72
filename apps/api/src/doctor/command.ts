import 'reflect-metadata';
import { StripePaymentGateway } from '../billing/adapters/stripe-payment-gateway.ts';
import { InvalidSettings, loadSettings, type Settings } from '../platform/config/index.ts';
import { checkClock, type HealthCheck, passed, skipped, failed } from './health-check.ts';
import { SmtpMailer } from '../platform/mail/adapters/smtp-mailer.ts';
import { TwilioPhoneVerifier } from '../verification/adapters/twilio-phone-verifier.ts';
import { PLANS } from '@lampstand/contracts';
import type { DataSource } from 'typeorm';
import { EVENT_TYPES } from '../billing/domain/event-types.ts';
import type { PaymentGateway } from '../billing/ports/payment-gateway.ts';
import { createDataSource, UnusableDatabase } from '../platform/database/data-source.ts';
import { withOwner, isMigrated } from '../platform/database/migrate.ts';
import { excessRights } from '../platform/database/roles.ts';
import type { Mailer } from '../platform/mail/index.ts';
import type { PhoneVerifier } from '../verification/index.ts';

/** `npm run doctor`: a line for each part of an installation, and how to mend what is wrong. It changes nothing. */

async function findingsOf(env: NodeJS.ProcessEnv): Promise<HealthCheck[]> {
  let settings: Settings;
  try {
    settings = loadSettings(env);
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    return [...error.problems.map(asFinding), skipped('providers', 'not looked at: the settings come first')];
  }
  return examine(settings, {
    gateway: new StripePaymentGateway(settings),
    verifier: new TwilioPhoneVerifier(settings),
    mailer: new SmtpMailer(settings),
  });
}

const asFinding = (problem: string): HealthCheck => failed('settings', problem, 'the README lists the variables');

const lineOf = ({ verdict, part, message: says }: HealthCheck): string =>
  `${verdict.padEnd(8)}${part.padEnd(12)}${says}`;

const findings = await findingsOf(process.env);
for (const finding of findings) console.log(lineOf(finding));
process.exitCode = findings.some(({ verdict }) => verdict === 'WRONG') ? 1 : 0;

const WEBHOOK_PATH = '/api/stripe/webhook';

/** Everything the settings lead to, looked at at once. */
export async function examine(
  settings: Settings,
  providers: { gateway: PaymentGateway; verifier: PhoneVerifier; mailer: Mailer },
): Promise<HealthCheck[]> {
  const installation = {
    catalogue: PLANS.map(({ id, name, amountInCents }) => ({ tier: id, name, amountInCents })),
    webhookUrl: `${settings.SITE_URL}${WEBHOOK_PATH}`,
    eventTypes: EVENT_TYPES,
  };
  const findings = await Promise.all([
    providers.gateway.examine(installation),
    providers.verifier.examine(),
    providers.mailer.check(),
    examineDatabase(settings),
  ]);
  return findings.flat();
}

async function examineDatabase({ DATABASE_URL, MIGRATION_DATABASE_URL }: Settings): Promise<HealthCheck[]> {
  const dataSource = createDataSource(DATABASE_URL, 1);
  try {
    await dataSource.initialize();
  } catch (error) {
    return [unreachable(error)];
  }
  try {
    const [{ now }] = await dataSource.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    const schema = await schemaOf(dataSource);
    const roles = schema.verdict === 'ok' ? [await rolesOf(dataSource, MIGRATION_DATABASE_URL)] : [];
    return [checkClock('the database', now), schema, ...roles];
  } catch {
    return [
      failed('database', 'it answers, and cannot be read', 'start this version of the server once, as the owner'),
    ];
  } finally {
    await dataSource.destroy();
  }
}

async function schemaOf(dataSource: DataSource): Promise<HealthCheck> {
  if (await isMigrated(dataSource)) return passed('database', 'it answers, and has the tables of this version');
  return failed('database', 'it lacks tables of this version', 'start this version of the server once');
}

const TWO_ROLES = 'docs/operations.md, "Two roles for the database"';

/** Whether the role that serves could harm what was written down, asked of the database itself. */
async function rolesOf(dataSource: DataSource, ownerUrl: string | undefined): Promise<HealthCheck> {
  if (!ownerUrl) return passed('roles', `one role migrates and serves; ${TWO_ROLES}, says how to part them`);
  try {
    await withOwner(dataSource, ownerUrl, async () => {});
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    return failed('roles', error.message.replace(/\.$/, ''), 'correct MIGRATION_DATABASE_URL');
  }
  const beyond = await excessRights(dataSource);
  if (beyond.length) return failed('roles', `the role of DATABASE_URL ${beyond.join(', ')}`, TWO_ROLES);
  return passed(
    'roles',
    'the one that serves cannot change the schema, the audit log or the journal; another migrates',
  );
}

function unreachable(error: unknown): HealthCheck {
  const { code } = error as { code?: string };
  if (code?.startsWith('28'))
    return failed('database', 'it refuses the user or the password', 'put the right ones into DATABASE_URL');
  if (code === '3D000') return failed('database', 'there is none of that name', 'make it, or correct DATABASE_URL');
  return failed('database', 'it does not answer at DATABASE_URL', 'start PostgreSQL, or correct the address');
}
