/** PostgreSQL from npm with its data in one folder: started, adopted when it already runs, recovered after kill -9. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimPorts, isTaken } from './environment.ts';
import { openLogFile } from './log-file.ts';
import { postgresUser, type PostgresUser } from './postgres-user.ts';
import { isAlive, nameOf, withLock } from './processes.ts';
import { root } from './setup.ts';
import type { ChildProcess } from 'node:child_process';

const PASSWORD = 'postgres';
const SAME_ON_EVERY_SYSTEM = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
/** Versions before 17 have no provider of locales of their own. */
const OF_THE_SYSTEM = ['--encoding=UTF8', '--locale=C.UTF-8'];
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const LESS_WORK = ['wal_level=minimal', 'max_wal_senders=0', 'jit=off'];
/** SQLSTATE duplicate_database and unique_violation. */
const ALREADY_EXISTS = new Set(['42P04', '23505']);
const UNUSED_PID = '99999999';
const MIGRATIONS = path.join(root, 'apps/api/src/platform/database/migrations');

type Postmaster = { pid: number; port: number; ready: boolean };

/**
 * @param options native is the folder of other programs than the package's; port 0 takes a free one; throwaway trades durability for speed, for
 * tests; sameSchema moves data aside that other migrations made
 */
export async function startPostgres({
  dataDir,
  native,
  port = 5433,
  database = 'lampstand',
  throwaway = false,
  sameSchema = false,
  log = () => {},
}: {
  dataDir: string;
  native?: string;
  port?: number;
  database?: string;
  throwaway?: boolean;
  sameSchema?: boolean;
  log?: (line: string) => void;
}) {
  await mkdir(path.dirname(dataDir), { recursive: true });
  const { server, adopted } = await withLock(`${dataDir}.lock`, async () => {
    const user = await postgresUser(dataDir, native);
    const present = await running(user.data);
    const older = sameSchema && (await isOlder(user.data));
    if (present && !older) return { server: present, adopted: true };
    if (present) await stop(present.pid);
    if (older) await moveAside(user.data, log);
    await initialize(user, native ? OF_THE_SYSTEM : SAME_ON_EVERY_SYSTEM, log);
    if (sameSchema) await writeFile(`${user.data}.schema`, await schema());
    return { server: await launch(user, { port: port || (await freePort()), throwaway }), adopted: false };
  });
  const url = (name: string) => urlOf(server.port, name);
  await createDatabase(url('postgres'), database);
  log(adopted ? `PostgreSQL was still running (pid ${server.pid})` : `PostgreSQL started (pid ${server.pid})`);
  return { url: url(database), port: server.port, pid: server.pid, adopted, stop: () => stop(server.pid) };
}

/** The address of a database whose server runs; undefined when it does not. Starts nothing. */
export async function runningPostgres({ dataDir, database = 'lampstand' }: { dataDir: string; database?: string }) {
  const data = await readFile(`${dataDir}.location`, 'utf8').catch(() => dataDir);
  const server = await readPostmaster(data);
  return server?.ready && isAlive(server.pid) ? urlOf(server.port, database) : undefined;
}

export const urlOf = (port: number, database: string) =>
  `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;

/** Creates the database as a copy of `template`, unless it exists. */
export async function createDatabase(serverUrl: string, name: string, template: string = 'template1') {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`,
    );
  } catch (error) {
    if (!ALREADY_EXISTS.has(codeOf(error))) throw error;
  } finally {
    await client.end();
  }
}

/** Waits for a server that is starting or stopping. */
async function running(data: string) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(25)) {
    const found = await readPostmaster(data);
    if (!found) return undefined;
    if (!isAlive(found.pid) || !nameOf(found.pid)?.includes('postgres')) {
      await forgetPid(data, found.pid);
      return undefined;
    }
    if (found.ready) return found;
  }
  throw new Error(`PostgreSQL in ${data} neither starts nor stops. End it, then try again.`);
}

/**
 * PostgreSQL takes a zombie or a reused pid for a running server. The file must stay: it names the shared memory of
 * orphaned backends, beside which PostgreSQL must not start.
 */
async function forgetPid(data: string, pid: number) {
  const file = path.join(data, 'postmaster.pid');
  await writeFile(file, (await readFile(file, 'utf8')).replace(String(pid), UNUSED_PID));
}

/** Lines of postmaster.pid: 1 pid, 4 port, 8 status. */
async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** The migrations as a hash. Until 1.0.0 they are edited in place, so data of other migrations cannot be migrated. */
async function schema() {
  const hash = createHash('sha256');
  for (const name of (await readdir(MIGRATIONS)).toSorted()) hash.update(await readFile(path.join(MIGRATIONS, name)));
  return hash.digest('hex');
}

const isOlder = async (data: string) =>
  existsSync(path.join(data, 'PG_VERSION')) &&
  (await readFile(`${data}.schema`, 'utf8').catch(() => '')) !== (await schema());

async function moveAside(data: string, log: (line: string) => void) {
  const aside = `${data}-until-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
  await rename(data, aside);
  log(`The data of an older version is moved to ${aside}; the database begins empty.`);
}

/** Runs initdb in a separate folder first: an interrupted initdb must not leave what looks like a database. */
async function initialize(user: PostgresUser, locale: string[], log: (line: string) => void) {
  if (existsSync(path.join(user.data, 'PG_VERSION'))) return;
  log('Preparing the database');
  const fresh = `${user.data}.new`;
  const passwordFile = `${user.data}.password`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
  await Promise.all([user.own(fresh), user.own(passwordFile)]);
  try {
    const flags = [`--pgdata=${fresh}`, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await succeeds(user.spawn('initdb', [...flags, ...locale], { stdio: ['ignore', 'ignore', 'pipe'] }));
    await rm(user.data, { recursive: true, force: true });
    await rename(fresh, user.data);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function succeeds(child: ChildProcess) {
  let output = '';
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done, failed) => child.on('close', done).on('error', failed));
  if (code !== 0) throw new Error(`The database could not be prepared:\n${output.trim()}`);
}

async function launch(
  user: PostgresUser,
  { port, throwaway }: { port: number; throwaway: boolean },
): Promise<Postmaster> {
  if (await isTaken(port)) {
    throw new Error(
      `Port ${port} is taken. Set DATABASE_PORT to a free one, or DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', 'timezone=UTC'];
  const flags = [...settings, ...(throwaway ? [...NOT_DURABLE, ...LESS_WORK] : [])].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const logFile = `${user.data}.log`;
  const output = await openLogFile(logFile);
  await chmod(user.data, 0o700);
  // Detached, with a log file instead of a pipe: it must outlive this process and not receive the terminal's Ctrl-C.
  const child = user.spawn('postgres', ['-D', user.data, '-p', String(port), ...flags], {
    stdio: ['ignore', output.fd, output.fd],
    detached: true,
  });
  const state = { failure: '' };
  child
    .on('error', (error) => (state.failure = error.message))
    .on('exit', () => (state.failure ||= 'it ended at once'));
  child.unref();
  await output.close();
  for (const end = Date.now() + 60_000; !state.failure && Date.now() < end; await sleep(25)) {
    const found = await readPostmaster(user.data);
    if (found?.ready && found.pid === child.pid) return found;
  }
  const lastLines = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-5).join('\n');
  throw new Error(`PostgreSQL did not start (${state.failure || 'it was not ready within a minute'}):\n${lastLines}`);
}

async function stop(pid: number) {
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  for (const end = Date.now() + 30_000; isAlive(pid) && Date.now() < end;) await sleep(25);
}

async function freePort() {
  const { ports } = await claimPorts(1);
  return ports[0] as number;
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);
