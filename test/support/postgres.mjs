/** The PostgreSQL servers and databases of tests. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createDatabase, startPostgres } from '../../tools/local/postgres.ts';
import { isAlive } from '../../tools/local/processes.ts';
import { eventually } from './eventually.mjs';

const PREFIX = 'lampstand-run-';
const ADDRESS = 'LAMPSTAND_TEST_POSTGRES';
const TEMPLATE = 'lampstand_template';

/**
 * The server that all workers of a run share, with a data folder and a port of its own. Starts it, or returns the one this
 * run has started; then `stop` does nothing. Without `durable`, fsync is off.
 */
export async function testPostgres({ durable = false } = {}) {
  const running = process.env[ADDRESS];
  if (running) return { url: running, stop: async () => {} };
  await clearAbandoned();
  const home = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startPostgres({
    dataDir: path.join(home, 'postgres'),
    port: 0,
    database: 'test',
    throwaway: !durable,
  });
  const stop = async () => {
    delete process.env[ADDRESS];
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  await makeTemplate(server.url).catch(async (/** @type {Error} */ error) => {
    await stop();
    throw error;
  });
  process.env[ADDRESS] = server.url;
  return { url: server.url, stop };
}

/** Makes the database with this build's schema that test databases are copied from. @param {string} serverUrl */
async function makeTemplate(serverUrl) {
  await import('../../tools/typescript.ts');
  const { createDataSource } = await import('../../apps/api/src/platform/database/data-source.ts');
  const { migrate } = await import('../../apps/api/src/platform/database/migrate.ts');
  await createDatabase(serverUrl, TEMPLATE);
  const database = await createDataSource(addressOf(serverUrl, TEMPLATE), 2).initialize();
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

/** @param {string} serverUrl @param {string} name */
const addressOf = (serverUrl, name) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

/** A database that is empty, or has the schema of this build. @param {string} serverUrl @param {{ migrated?: boolean }} [options] */
export async function freshDatabase(serverUrl, { migrated = false } = {}) {
  const name = `lampstand_test_${randomBytes(6).toString('hex')}`;
  await createDatabase(serverUrl, name, migrated ? TEMPLATE : undefined);
  return {
    url: addressOf(serverUrl, name),
    drop: async () => {
      const client = new pg.Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
      await client.end();
    },
  };
}

/** Ends the servers that killed runs left behind. */
async function clearAbandoned() {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = /^lampstand-run-(\d+)-/.exec(name) ?? [];
    if (!owner || isAlive(Number(owner))) continue;
    const home = path.join(tmpdir(), name);
    await startPostgres({ dataDir: path.join(home, 'postgres'), port: 0 })
      .then(({ stop }) => stop())
      .catch(() => {});
    await rm(home, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * A durable server for one test alone, which the test may kill, stop and start again at the same address. The folder's name
 * lets the next run remove it if this one is killed.
 * @param {{ home?: string, native?: string }} [options] the folder to use instead of a new one, and that of the programs
 */
export async function ownPostgres({ home = '', native } = {}) {
  const folder = home || (await mkdtemp(path.join(tmpdir(), `lampstand-run-${process.pid}-own-`)));
  const dataDir = path.join(folder, 'postgres');
  const launch = (/** @type {number} */ port) =>
    startPostgres({ dataDir, port, database: 'test', ...(native && { native }) });
  let server = await launch(0);
  const signalAll = (/** @type {NodeJS.Signals} */ signal) => {
    signalProcess(server.pid, signal);
    // Listed only now: a server that stands still makes no more of them.
    for (const pid of childrenOf(server.pid)) signalProcess(pid, signal);
  };
  return {
    url: server.url,
    /** Resolves with true if the server was still running. */
    start: async () => (server = await launch(server.port)).adopted,
    /** Like `pg_ctl stop -m fast`: cuts off all clients. */
    stop: () => server.stop(),
    /** Kills the server and its children with SIGKILL. */
    kill: async () => {
      const pids = [server.pid, ...childrenOf(server.pid)];
      for (const pid of pids) signalProcess(pid, 'SIGKILL');
      await eventually(() => !pids.some(isAlive));
    },
    /** Stops the server and its children for a while, as a machine that hangs: clients keep their connections. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    end: async () => {
      await server.stop();
      if (!home) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {number} parent */
function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/**
 * An empty database with two ordinary roles, as a hosting provider would create it: `url` is the address for the owner, who
 * is no superuser, and `servingUrl` for a role without any rights.
 * @param {string} serverUrl the address for a superuser
 */
export async function ownedDatabase(serverUrl) {
  const name = `lampstand_owned_${randomBytes(6).toString('hex')}`;
  const serving = `${name}_serving`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  for (const role of [name, serving])
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' NOSUPERUSER NOCREATEDB NOCREATEROLE`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const urlOf = (/** @type {string} */ role) =>
    Object.assign(new URL(serverUrl), { username: role, password: role, pathname: `/${name}` }).href;
  return {
    url: urlOf(name),
    servingUrl: urlOf(serving),
    serving,
    query: queryWith(urlOf(name)),
    queryAsServing: queryWith(urlOf(serving)),
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${name}, ${serving}`);
      await admin.end();
    },
  };
}

/** Opens a connection for each query. @param {string} url @returns {(sql: string, values?: unknown[]) => Promise<any[]>} */
const queryWith = (url) => async (sql, values) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql, values).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
};
