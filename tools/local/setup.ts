/** Makes a fresh clone runnable: installs exactly the packages of package-lock.json. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './processes.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** @param folder one with its own package-lock.json */
export async function setup(folder: string = root) {
  if (await isInstalled(folder)) return;
  await withLock(path.join(root, '.data/setup.lock'), async () => {
    if (!(await isInstalled(folder))) install(folder);
  });
}

/** Whether the module with this `import.meta` is the script that runs. */
export const isMain = (meta: ImportMeta) => process.argv[1] === meta.filename;

/** Compares the lock file with node_modules/.package-lock.json, which npm writes last. */
async function isInstalled(folder: string) {
  const [wanted, present] = await Promise.all([
    readLockFile(path.join(folder, 'package-lock.json')),
    readLockFile(path.join(folder, 'node_modules/.package-lock.json')),
  ]);
  if (!wanted || !present) return false;
  return Object.entries(wanted)
    .filter(([name, entry]) => name.includes('node_modules/') && !entry.optional)
    .every(([name, { version, integrity }]) => {
      const found = present[name];
      return found && found.version === version && found.integrity === integrity;
    });
}

const readLockFile = (
  file: string,
): Promise<Record<string, { version: string; integrity: string; optional?: boolean }> | undefined> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text).packages,
    () => undefined,
  );

function install(folder: string) {
  console.log(`Installing packages (npm ci${folder === root ? '' : ` in ${path.relative(root, folder)}`})`);
  const { status } = spawnSync('npm', ['ci', '--no-progress', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('npm ci failed; its messages are above.');
}

/** Ends the process with this message. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
