/** A fresh clone becomes runnable: the right Node, and exactly the packages of package-lock.json. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const OLDEST_NODE = [20, 19];

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @param {string} [place] a folder with a package-lock.json of its own */
export async function setup(place = root) {
  requireNode();
  if (await installed(place)) return;
  await withLock(path.join(root, '.data/setup.lock'), async () => {
    if (!(await installed(place))) install(place);
  });
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Lampstand needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.`);
}

/** npm records in node_modules/.package-lock.json what it really installed, and does so last. */
async function installed(place) {
  const [wanted, present] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
      readFile(path.join(place, name), 'utf8').then(
        (text) => JSON.parse(text).packages,
        () => undefined,
      ),
    ),
  );
  if (!present) return false;
  return Object.entries(wanted)
    .filter(([name, entry]) => name.includes('node_modules/') && !entry.optional)
    .every(([name, { version, integrity }]) => {
      const found = present[name];
      return found && found.version === version && found.integrity === integrity;
    });
}

function install(place) {
  console.log(`Installing packages (npm ci${place === root ? '' : ` in ${path.relative(root, place)}`})`);
  const { status } = spawnSync('npm', ['ci', '--no-progress', '--loglevel=error'], {
    cwd: place,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('npm ci failed; its messages stand above.');
}

function fail(line) {
  console.error(line);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
