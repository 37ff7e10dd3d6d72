import { setTimeout as sleep } from 'node:timers/promises';
import { CHARTS, movesOf } from '@lampstand/workflows';
import type { DataSource, QueryRunner } from 'typeorm';
import { createQueues } from '../jobs/queues.ts';
import { log } from '../logging.ts';
import { grantServingRole } from './roles.ts';
import { openDatabase, UnusableDatabase } from './data-source.ts';

const LOCK = 7_263_001;

const LONG_MS = 5000;

/**
 * Brings the schema up to date, that of the job queue included, and writes the charts' moves. Safe when several replicas
 * start at once. `serving` is the role that serves when it is another than the owner: it gets what it needs.
 */
export const migrate = (owner: DataSource, serving?: string): Promise<void> =>
  underMigrationLock(owner, async (guard) => {
    await owner.runMigrations({ transaction: 'each' });
    await writeMoves(guard);
    await createQueues(guard.manager);
    if (serving) await grantServingRole(guard.manager, serving);
  });

async function writeMoves(guard: QueryRunner): Promise<void> {
  for (const chart of CHARTS) {
    for (const { from, event, to } of movesOf(chart)) {
      await guard.query(
        `INSERT INTO workflow_moves (flow, version, from_state, event, to_state) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        [chart.id, chart.version, from, event, to],
      );
    }
  }
}

async function underMigrationLock(dataSource: DataSource, work: (guard: QueryRunner) => Promise<void>): Promise<void> {
  const guard = dataSource.createQueryRunner();
  await guard.connect();
  try {
    await guard.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await ourTurn(guard);
    try {
      await work(guard);
    } finally {
      await guard.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    await guard.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
    await guard.release();
  }
}

/** Long before this returns another replica changes the schema, or a connection of a pool has kept its lock. */
async function ourTurn(guard: QueryRunner): Promise<void> {
  const begun = performance.now();
  for (let told = false; !(await isOurTurn(guard)); await sleep(100)) {
    if (told || performance.now() - begun < LONG_MS) continue;
    told = true;
    log.warn('waiting for another server that changes the schema (or for a PgBouncer that keeps its session)');
  }
}

/** Asked again and again: a statement that waited would be waited for by an index that is made concurrently. */
async function isOurTurn(guard: QueryRunner): Promise<boolean> {
  const [{ ours }] = await guard.query('SELECT pg_try_advisory_lock($1) AS ours', [LOCK]);
  return ours;
}

/** Whether this build's migrations have all run: what readiness reports. */
export const isMigrated = async (dataSource: DataSource): Promise<boolean> => !(await dataSource.showMigrations());

/** A migration and the lock that only one of them holds. */
const CONNECTIONS = 2;

interface Place {
  role: string;
  database: string;
  startedAt: string;
}

/**
 * Migrates: as the role that serves, or, where `ownerUrl` is given, as the owner, whose connections are closed when this
 * is done. Throws UnfitDatabase when the role may not, or the two addresses do not belong together.
 */
export async function migrateAtStart(serving: DataSource, ownerUrl: string | undefined): Promise<void> {
  if (!ownerUrl) return migrate(serving).catch(refuseWithoutRights('DATABASE_URL'));
  await withOwner(serving, ownerUrl, (owner, role) =>
    migrate(owner, role).catch(refuseWithoutRights('MIGRATION_DATABASE_URL')),
  );
}

/** Opens the owner's address for `work`, which also gets the name of the role that serves. */
export async function withOwner<T>(
  serving: DataSource,
  ownerUrl: string,
  work: (owner: DataSource, servingRole: string) => Promise<T>,
): Promise<T> {
  const owner = await openDatabase('MIGRATION_DATABASE_URL', ownerUrl, CONNECTIONS);
  try {
    const [here, there] = await Promise.all([placeOf(serving), placeOf(owner)]);
    if (here.database !== there.database || here.startedAt !== there.startedAt)
      throw new UnusableDatabase('DATABASE_URL and MIGRATION_DATABASE_URL lead to two databases.');
    if (here.role === there.role)
      throw new UnusableDatabase('DATABASE_URL and MIGRATION_DATABASE_URL are of one role: give each its own.');
    return await work(owner, here.role);
  } finally {
    await owner.destroy();
  }
}

/** Two servers do not start in the same microsecond. */
async function placeOf(dataSource: DataSource): Promise<Place> {
  const [place] = await dataSource.query<[Place]>(
    `SELECT current_user AS role, current_database() AS database, extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`,
  );
  return place;
}

const refuseWithoutRights = (setting: string) => (error: Error & { code?: string }) => {
  const INSUFFICIENT_PRIVILEGE = '42501';
  if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  const mend = 'let MIGRATION_DATABASE_URL name the owner of the database';
  throw new UnusableDatabase(`The role of ${setting} may not migrate (${error.message}): ${mend}.`, { cause: error });
};
