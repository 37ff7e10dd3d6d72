// @ts-check
/** A lock file: one process at a time. A lock whose holder is dead, even by kill -9, is free. */
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './processes.mjs';

let attempts = 0;

/**
 * Takes the lock and returns its release; undefined while another process holds it.
 * @param {string} file
 */
export async function tryLock(file) {
  await mkdir(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}.${(attempts += 1)}`;
  await writeFile(mine, identityOf(process.pid) ?? '');
  try {
    for (;;) {
      if (await created(() => link(mine, file))) return () => rm(file, { force: true });
      const holder = await holderOf(file);
      if (holder === undefined) continue;
      if (identityOf(Number(holder.split(' ')[0])) === holder) return undefined;
      await removeStale(file, holder);
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/**
 * Runs the work with the lock, waiting for it up to ten minutes.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 */
export async function withLock(file, work) {
  const release = await lock(file);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** @param {string} file */
async function lock(file) {
  for (const end = Date.now() + 600_000; ; await sleep(100)) {
    const release = await tryLock(file);
    if (release) return release;
    if (Date.now() > end) throw new Error(`Another process holds ${file}. End it, or delete that file.`);
  }
}

/** @param {string} file */
const holderOf = (file) => readFile(file, 'utf8').catch(() => undefined);

/** False when the file exists already. @param {() => Promise<void>} create */
const created = (create) =>
  create().then(
    () => true,
    (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

/**
 * Renames the file first: of two processes that find it stale only one succeeds, and a lock taken meanwhile is put back.
 * @param {string} file @param {string} holder
 */
async function removeStale(file, holder) {
  const aside = `${file}.stale.${process.pid}`;
  await rename(file, aside).catch(() => {});
  if ((await holderOf(aside)) !== holder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
