/** One process at a time per name: a lock file that outlives nobody, also not a holder ended by kill -9. */
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './processes.mjs';

let attempts = 0;

/** Takes the lock and returns its release, or undefined while another living process holds it. */
export async function tryLock(file) {
  await mkdir(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}.${(attempts += 1)}`;
  await writeFile(mine, identityOf(process.pid));
  try {
    for (;;) {
      if (await exists(() => link(mine, file))) return () => rm(file, { force: true });
      const holder = await holderOf(file);
      if (holder === undefined) continue;
      if (identityOf(holder.split(' ')[0]) === holder) return undefined;
      await removeStale(file, holder);
    }
  } finally {
    await rm(mine, { force: true });
  }
}

export async function lock(file, { within = 600_000, waiting = () => {} } = {}) {
  const end = Date.now() + within;
  for (let told = false; ; told = true) {
    const release = await tryLock(file);
    if (release) return release;
    if (!told) waiting();
    if (Date.now() > end) throw new Error(`Another process holds ${file}. End it, or delete that file.`);
    await sleep(100);
  }
}

export async function withLock(file, work, options) {
  const release = await lock(file, options);
  try {
    return await work();
  } finally {
    await release();
  }
}

const holderOf = (file) => readFile(file, 'utf8').catch(() => undefined);

const exists = (create) =>
  create().then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

/** Moves the file away first: of two processes that find it stale, only one can, and a fresh lock is put back. */
async function removeStale(file, holder) {
  const aside = `${file}.stale.${process.pid}`;
  await rename(file, aside).catch(() => {});
  if ((await holderOf(aside)) !== holder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
