import 'reflect-metadata';
import { StripePaymentGateway } from '../billing/adapters/stripe-payment-gateway.ts';
import { BadSettings, loadSettings, type Settings } from '../platform/config/index.ts';
import { clockFinding, type Finding, fine, unseen, wrong } from './health-check.ts';
import { SmtpMailer } from '../platform/mail/adapters/smtp-mailer.ts';
import { TwilioPhoneVerifier } from '../verification/adapters/twilio-phone-verifier.ts';
import { PLANS } from '@lampstand/contracts';
import type { DataSource } from 'typeorm';
import { EVENT_TYPES } from '../billing/domain/event-types.ts';
import type { PaymentGateway } from '../billing/ports/payment-gateway.ts';
import { createDataSource, UnfitDatabase } from '../platform/database/data-source.ts';
import { asOwner, isMigrated } from '../platform/database/migrate.ts';
import { rightsBeyondServing } from '../platform/database/roles.ts';
import type { Mailer } from '../platform/mail/index.ts';
import type { PhoneVerifier } from '../verification/index.ts';

/** `npm run doctor`: a line for each part of an installation, and how to mend what is wrong. It changes nothing. */

async function findingsOf(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings(env);
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    return [...error.problems.map(asFinding), unseen('providers', 'not looked at: the settings come first')];
  }
  return examine(settings, {
    gateway: new StripePaymentGateway(settings),
    verifier: new TwilioPhoneVerifier(settings),
    mailer: new SmtpMailer(settings),
  });
}

const asFinding = (problem: string): Finding => wrong('settings', problem, 'the README lists the variables');

const lineOf = ({ verdict, part, says }: Finding): string => `${verdict.padEnd(8)}${part.padEnd(12)}${says}`;

const findings = await findingsOf(process.env);
for (const finding of findings) console.log(lineOf(finding));
process.exitCode = findings.some(({ verdict }) => verdict === 'WRONG') ? 1 : 0;

const WEBHOOK_PATH = '/api/stripe/webhook';

/** Everything the settings lead to, looked at at once. */
export async function examine(
  settings: Settings,
  providers: { gateway: PaymentGateway; verifier: PhoneVerifier; mailer: Mailer },
): Promise<Finding[]> {
  const installation = {
    catalogue: PLANS.map(({ id, name, amountInCents }) => ({ tier: id, name, amountInCents })),
    webhookUrl: `${settings.SITE_URL}${WEBHOOK_PATH}`,
    eventTypes: EVENT_TYPES,
  };
  const findings = await Promise.all([
    providers.gateway.examine(installation),
    providers.verifier.examine(),
    providers.mailer.examine(),
    examineDatabase(settings),
  ]);
  return findings.flat();
}

async function examineDatabase({ DATABASE_URL, MIGRATION_DATABASE_URL }: Settings): Promise<Finding[]> {
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
    return [clockFinding('the database', now), schema, ...roles];
  } catch {
    return [wrong('database', 'it answers, and cannot be read', 'start this version of the server once, as the owner')];
  } finally {
    await dataSource.destroy();
  }
}

async function schemaOf(dataSource: DataSource): Promise<Finding> {
  if (await isMigrated(dataSource)) return fine('database', 'it answers, and has the tables of this version');
  return wrong('database', 'it lacks tables of this version', 'start this version of the server once');
}

const TWO_ROLES = 'docs/operations.md, "Two roles for the database"';

/** Whether the role that serves could harm what was written down, asked of the database itself. */
async function rolesOf(dataSource: DataSource, ownerUrl: string | undefined): Promise<Finding> {
  if (!ownerUrl) return fine('roles', `one role migrates and serves; ${TWO_ROLES}, says how to part them`);
  try {
    await asOwner(dataSource, ownerUrl, async () => {});
  } catch (error) {
    if (!(error instanceof UnfitDatabase)) throw error;
    return wrong('roles', error.message.replace(/\.$/, ''), 'correct MIGRATION_DATABASE_URL');
  }
  const beyond = await rightsBeyondServing(dataSource);
  if (beyond.length) return wrong('roles', `the role of DATABASE_URL ${beyond.join(', ')}`, TWO_ROLES);
  return fine('roles', 'the one that serves cannot change the schema, the audit log or the journal; another migrates');
}

function unreachable(error: unknown): Finding {
  const { code } = error as { code?: string };
  if (code?.startsWith('28'))
    return wrong('database', 'it refuses the user or the password', 'put the right ones into DATABASE_URL');
  if (code === '3D000') return wrong('database', 'there is none of that name', 'make it, or correct DATABASE_URL');
  return wrong('database', 'it does not answer at DATABASE_URL', 'start PostgreSQL, or correct the address');
}
