/** An older version of the server, built in a folder of its own from the history of this checkout. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root, setup } from '../../tools/setup.mjs';

const run = promisify(execFile);
const MIGRATIONS = 'apps/api/src/platform/database/migrations';

/** The version before the newest migration came. It serves today's pages. */
export async function buildBeforeNewestMigration() {
  const came = await git(root, 'log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS);
  return buildOf(`${came}^`);
}

/** @param {string} commit */
async function buildOf(commit) {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-older-'));
  const folder = path.join(home, 'lampstand');
  await git(root, 'worktree', 'add', '--detach', folder, commit);
  await setup(folder);
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'apps/api'], { cwd: folder });
  await symlink(path.join(root, 'apps/web/build'), path.join(folder, 'apps/web/build'));
  return {
    version: await git(folder, 'log', '-1', '--format=%h'),
    entry: path.join(folder, 'apps/api/dist/main.js'),
    remove: async () => {
      await git(root, 'worktree', 'remove', '--force', folder);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** @param {string} cwd @param {string[]} args */
const git = async (cwd, ...args) => (await run('git', args, { cwd })).stdout.trim();
