import { setTimeout as sleep } from 'node:timers/promises';
import { CHARTS, transitionsOf } from '@lampstand/workflows';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { createQueues } from '../jobs/queues.ts';
import { log } from '../logging.ts';
import { createDataSource, openDatabase, SET_TIMEOUTS } from './data-source.ts';
import { grantServingRole } from './roles.ts';
import { UnusableDatabase } from './unusable-database.ts';

const ADVISORY_LOCK = 7_263_001;
const WARN_AFTER_MS = 5000;

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Migrates at the start of a server: as the owner at `ownerUrl`, whose connections are closed afterwards, or without one as
 * the serving role. Throws UnusableDatabase when the role lacks rights, or when the two URLs do not belong together.
 */
export async function migrateAtStart(serving: DataSource, ownerUrl: string | undefined): Promise<void> {
  if (!ownerUrl) return migrate(serving).catch(refuseWithoutRights('DATABASE_URL'));
  await withOwner(serving, ownerUrl, (owner, role) =>
    migrate(owner, role).catch(refuseWithoutRights('MIGRATION_DATABASE_URL')),
  );
}

/**
 * Runs the migrations, writes the charts' transitions into `workflow_transitions`, creates the queues, and grants the `serving`
 * role its rights where it is not the owner. Safe when several replicas start at once.
 */
export const migrate = (owner: DataSource, serving?: string): Promise<void> =>
  underMigrationLock(owner, async (runner) => {
    const migrations = new MigrationExecutor(owner, runner);
    migrations.transaction = 'each';
    await refuseOlderTables(owner, runner);
    await migrations.executePendingMigrations();
    await runner.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await writeTransitions(runner);
    // TypeORM types the options of any database; `dataSourceOptions` makes all of ours.
    await createQueues((owner.options as PostgresDataSourceOptions).url!);
    if (serving) await grantServingRole(runner.manager, serving);
  });

/** Throws UnusableDatabase for tables of a version before 1.0.0: its migrations were edited in place, and none leads on from it. */
async function refuseOlderTables(owner: DataSource, runner: QueryRunner): Promise<void> {
  if (!(await runner.hasTable('migrations'))) return;
  const rows: { name: string }[] = await runner.query('SELECT name FROM migrations');
  if (!rows.length || rows.some(({ name }) => name === owner.migrations[0]!.name)) return;
  throw new UnusableDatabase(
    'The database has the tables of a version before 1.0.0, which cannot be migrated',
    'name an empty database',
  );
}

/** Whether all migrations of this build have run. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  const done = new Set(rows.map(({ name }) => name));
  return dataSource.migrations.every(({ name }) => done.has(name!));
}

/** Runs `work` with a connection of the owner and the name of the serving role. Both URLs must name one database. */
export async function withOwner<T>(
  serving: DataSource,
  ownerUrl: string,
  work: (owner: DataSource, servingRole: string) => Promise<T>,
): Promise<T> {
  const owner = await openDatabase('MIGRATION_DATABASE_URL', createDataSource(ownerUrl));
  try {
    const [here, there] = await Promise.all([identityOf(serving), identityOf(owner)]);
    if (here.database !== there.database || here.startedAt !== there.startedAt)
      throw new UnusableDatabase(
        'DATABASE_URL and MIGRATION_DATABASE_URL lead to two databases',
        'correct one of them',
      );
    if (here.role === there.role)
      throw new UnusableDatabase('DATABASE_URL and MIGRATION_DATABASE_URL are of one role', 'give each its own');
    return await work(owner, here.role);
  } finally {
    await owner.destroy();
  }
}

interface Identity {
  role: string;
  database: string;
  startedAt: string;
}

/** The start time, in microseconds, tells servers apart. */
async function identityOf(dataSource: DataSource): Promise<Identity> {
  const [identity] = await dataSource.query<[Identity]>(
    `SELECT current_user AS role, current_database() AS database, extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`,
  );
  return identity;
}

const refuseWithoutRights = (setting: string) => (error: Error & { code?: string }) => {
  if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  const fix = 'let MIGRATION_DATABASE_URL name the owner of the database';
  throw new UnusableDatabase(`The role of ${setting} may not migrate (${error.message})`, fix, { cause: error });
};

/** Adds the transitions of this build's charts. Those of other versions stay: their servers and journals need them. */
async function writeTransitions(runner: QueryRunner): Promise<void> {
  for (const chart of CHARTS) {
    for (const { from, event, to } of transitionsOf(chart)) {
      await runner.query(
        `INSERT INTO workflow_transitions (flow, version, from_state, event, to_state) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        [chart.id, chart.version, from, event, to],
      );
    }
  }
}

/**
 * The connection that migrates holds the lock: after a kill, PostgreSQL finishes the running statement, and releases the lock
 * only then.
 */
async function underMigrationLock(dataSource: DataSource, work: (runner: QueryRunner) => Promise<void>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await acquireLock(runner);
    try {
      await work(runner);
    } finally {
      // A connection that broke has released it; the caller gets the first error.
      await runner.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined);
    }
  } finally {
    await runner.query(SET_TIMEOUTS).catch(() => undefined);
    await runner.release();
  }
}

async function acquireLock(runner: QueryRunner): Promise<void> {
  const begun = performance.now();
  for (let warned = false; !(await tryLock(runner)); await sleep(100)) {
    if (warned || performance.now() - begun < WARN_AFTER_MS) continue;
    warned = true;
    log.warn('waiting for the migration lock: another server is migrating, or PgBouncer keeps its session open');
  }
}

/** Polled, because CREATE INDEX CONCURRENTLY would wait for a statement that blocks on the lock. */
async function tryLock(runner: QueryRunner): Promise<boolean> {
  const [{ locked }] = await runner.query('SELECT pg_try_advisory_lock($1) AS locked', [ADVISORY_LOCK]);
  return locked;
}
