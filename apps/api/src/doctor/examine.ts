import { PLANS } from '@lampstand/contracts';
import type { DataSource } from 'typeorm';
import { EVENT_TYPES } from '../billing/domain/event-types.ts';
import type { PaymentGateway } from '../billing/ports/payment-gateway.ts';
import type { Settings } from '../platform/config/index.ts';
import { createDataSource } from '../platform/database/data-source.ts';
import { UnfitDatabase } from '../platform/database/examine-server.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { asOwner } from '../platform/database/owner.ts';
import { rightsBeyondServing } from '../platform/database/rights.ts';
import { clockFinding, type Finding, fine, wrong } from '../platform/findings.ts';
import type { Mailer } from '../platform/mail/index.ts';
import type { PhoneVerifier } from '../verification/index.ts';

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
