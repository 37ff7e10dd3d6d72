import { PLANS } from '@lampstand/contracts';
import type { DataSource } from 'typeorm';
import { EVENT_TYPES, PaymentGateway } from '../billing/index.ts';
import type { Settings } from '../platform/config/index.ts';
import { createDataSource } from '../platform/database/data-source.ts';
import { isMigrated } from '../platform/database/migrate.ts';
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
    examineDatabase(settings.DATABASE_URL),
  ]);
  return findings.flat();
}

async function examineDatabase(url: string): Promise<Finding[]> {
  const dataSource = createDataSource(url, 1);
  try {
    await dataSource.initialize();
  } catch (error) {
    return [unreachable(error)];
  }
  try {
    const [{ now }] = await dataSource.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    return [clockFinding('the database', now), await schemaOf(dataSource)];
  } catch {
    return [wrong('database', 'it answers, and cannot be read', 'let its user own the tables')];
  } finally {
    await dataSource.destroy();
  }
}

async function schemaOf(dataSource: DataSource): Promise<Finding> {
  if (await isMigrated(dataSource)) return fine('database', 'it answers, and has the tables of this version');
  return wrong('database', 'it lacks tables of this version', 'start this version of the server once');
}

function unreachable(error: unknown): Finding {
  const { code } = error as { code?: string };
  if (code?.startsWith('28'))
    return wrong('database', 'it refuses the user or the password', 'put the right ones into DATABASE_URL');
  if (code === '3D000') return wrong('database', 'there is none of that name', 'make it, or correct DATABASE_URL');
  return wrong('database', 'it does not answer at DATABASE_URL', 'start PostgreSQL, or correct the address');
}
