/** Packages of Debian that tests need, which are installed where they are missing and apt-get may. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LIBRARIES = '/usr/lib';
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const LOCK = path.join(tmpdir(), 'lampstand-apt-get.lock');

/** Makes sure that `WebKitWebDriver` and `xvfb-run` can be started. Returns the path of the browser. */
export function installWebKit() {
  const packages = ['webkit2gtk-driver', 'xvfb', 'xauth'];
  install('WebKitGTK', packages);
  const browser = readdirSync(LIBRARIES)
    .flatMap((machine) => ['4.1', '4.0'].map((version) => `${LIBRARIES}/${machine}/webkit2gtk-${version}/MiniBrowser`))
    .find((file) => existsSync(file));
  if (!browser) throw new Error(`${packages[0]} is installed, but it has no MiniBrowser below ${LIBRARIES}.`);
  return browser;
}

/** Makes sure that `soffice` can open spreadsheets. */
export function installLibreOffice() {
  install('LibreOffice', ['libreoffice-calc']);
}

/** Makes sure that a process can be started with another clock. Returns the library to preload. */
export function installFaketime() {
  install('faketime', ['faketime']);
  const library = readdirSync(LIBRARIES)
    .map((machine) => `${LIBRARIES}/${machine}/faketime/libfaketimeMT.so.1`)
    .find((file) => existsSync(file));
  if (!library) throw new Error(`faketime is installed, but it has no library below ${LIBRARIES}.`);
  return library;
}

/** Makes sure that `prometheus` and `promtool` can be started. */
export function installPrometheus() {
  install('Prometheus', ['prometheus']);
}

/** Makes sure that `caddy` can be started. */
export function installCaddy() {
  install('Caddy', ['caddy']);
}

/** Makes sure that `debootstrap` can be started. */
export function installDebootstrap() {
  install('debootstrap', ['debootstrap']);
}

/** Makes sure that there is a PostgreSQL with `pg_dump` and `pg_restore`. Returns the folder of its newest version. */
export function installPostgres() {
  const newest = () =>
    existsSync(POSTGRES_VERSIONS) &&
    readdirSync(POSTGRES_VERSIONS)
      .filter((version) => existsSync(path.join(POSTGRES_VERSIONS, version, 'bin/initdb')))
      .toSorted((one, other) => Number(one) - Number(other))
      .at(-1);
  if (!newest()) install('PostgreSQL', ['postgresql']);
  return path.join(POSTGRES_VERSIONS, newest() || '');
}

function install(what: string, packages: string[]) {
  const isInstalled = () => packages.every((name) => spawnSync('dpkg', ['--status', name]).status === 0);
  if (isInstalled()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Tests run in several processes, and apt-get refuses to run twice at once.
  const aptGet = (...args: string[]) =>
    spawnSync('flock', [LOCK, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env });
  aptGet('update');
  const { stderr } = aptGet('install', '--yes', '--no-install-recommends', ...packages);
  if (isInstalled()) return;
  const reason = String(stderr ?? '').trim() || 'there is no apt-get';
  throw new Error(`${what} is missing: as root, run apt-get install ${packages.join(' ')} (${reason})`);
}
