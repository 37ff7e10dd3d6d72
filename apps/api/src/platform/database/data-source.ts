import pg, { type ClientBase } from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { snakeCase } from 'typeorm/util/StringUtils.js';
import { endWhenFrozen } from './frozen-database.ts';
import * as migrations from './migrations/index.ts';
import { connectionProblem, readOnlyProblem, UnusableDatabase } from './unusable-database.ts';

/** Columns are snake_case: `createdAt` is `created_at`, and the relation `account` joins by `account_id`. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName = (property: string, custom: string | undefined): string => custom ?? snakeCase(property);
  override joinColumnName = (relation: string, column: string): string => snakeCase(`${relation}_${column}`);
}

/** Options of a pool of `pool` connections. The schema comes from migrations only. */
export function dataSourceOptions(url: string, pool: number, waitSeconds: number): PostgresDataSourceOptions {
  const watch = endWhenFrozen(url, waitSeconds);
  return {
    type: 'postgres',
    // TypeORM would load a second copy beside the bundle.
    driver: pg,
    url,
    namingStrategy: new SnakeCaseColumns(),
    migrations: Object.values(migrations),
    migrationsTableName: 'migrations',
    synchronize: false,
    applicationName: 'lampstand',
    poolSize: pool,
    // Also the timeout for a free connection of the pool.
    connectTimeoutMS: waitSeconds * 1000,
    extra: {
      // Connections stay open longer than between two sweeps: opening one takes both sides milliseconds, most of them for the password.
      idleTimeoutMillis: 45_000,
      onConnect: async (client: ClientBase) => {
        // A connection that breaks before the pool listens to it would crash the process.
        client.on('error', () => {});
        watch(client);
        await client.query(SET_TIMEOUTS);
      },
    },
  };
}

/** No one waits for a command as for a page, and a busy machine opens a connection in seconds. */
const COMMAND_WAIT_SECONDS = 10;

/** `openDatabase` compares two connections. */
const LEAST_CONNECTIONS = 2;

/** A pool outside of Nest, not opened yet: for migrations and commands, which name the `entities` they use. */
export const createDataSource = (url: string, pool = LEAST_CONNECTIONS, entities: Function[] = []): DataSource =>
  new DataSource({ ...dataSourceOptions(url, pool, COMMAND_WAIT_SECONDS), entities });

const MIN_VERSION = 15;
const SESSION_ATTEMPTS = 10;

/** Opens `dataSource`, whose URL `setting` names. Throws UnusableDatabase when it cannot connect, write, or the server is unsuitable. */
export async function openDatabase(setting: string, dataSource: DataSource): Promise<DataSource> {
  try {
    await dataSource.initialize();
    const problem = await serverProblem(dataSource, setting);
    if (!problem) return dataSource;
    throw problem;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    if (error instanceof UnusableDatabase) throw error;
    throw connectionProblem(error as NodeJS.ErrnoException, setting);
  }
}

async function serverProblem(dataSource: DataSource, setting: string): Promise<UnusableDatabase | undefined> {
  const [{ version, encoding }] = await dataSource.query<[{ version: string; encoding: string }]>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  const major = Math.floor(Number(version) / 10_000);
  if (major < MIN_VERSION)
    return new UnusableDatabase(`PostgreSQL ${major} is too old`, `at least ${MIN_VERSION} is needed at ${setting}`);
  if (encoding !== 'UTF8')
    return new UnusableDatabase(
      `The database that ${setting} names stores ${encoding}, and names of people need UTF-8`,
      "create one by CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
    );
  const [first, second] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    if (await changesSessions(first, second))
      return new UnusableDatabase(
        `${setting} leads to a pooler that changes sessions between transactions, which loses locks, settings and notifications`,
        'set pool_mode = session in PgBouncer, or connect to PostgreSQL itself',
      );
  } finally {
    await first.release();
    await second.release();
  }
  return readOnlyProblem(dataSource, setting);
}

interface Runner {
  query(sql: string): Promise<{ pid: number }[]>;
}

/**
 * Whether a connection gets another session of PostgreSQL for its next transaction. `second` opens a transaction in between,
 * which takes the session of `first` if that is free; repeated, because other clients may take it before.
 */
export async function changesSessions(first: Runner, second: Runner): Promise<boolean> {
  const session = await sessionOf(first);
  for (let attempt = 0; attempt < SESSION_ATTEMPTS; attempt += 1) {
    await second.query('BEGIN');
    const changed = (await sessionOf(second)) === session || (await sessionOf(first)) !== session;
    await second.query('ROLLBACK');
    if (changed) return true;
  }
  return false;
}

const sessionOf = async (runner: Runner): Promise<number | undefined> =>
  (await runner.query('SELECT pg_backend_pid() AS pid'))[0]?.pid;

const TIMEOUTS = { idle_in_transaction_session_timeout: 20_000, lock_timeout: 5000, statement_timeout: 30_000 };

/**
 * Sets the timeouts of a connection. As a statement, because PgBouncer refuses them among the start-up parameters; so RESET
 * would not bring them back.
 */
export const SET_TIMEOUTS = Object.entries(TIMEOUTS)
  .map(([name, value]) => `SET ${name} = ${value}`)
  .join('; ');
