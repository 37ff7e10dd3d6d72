/** Log files of the processes that are started here: for their owner only, and kept small. */
import { copyFile, mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';

const MOST_BYTES = 10 * 1024 * 1024;
const CHECK_MILLISECONDS = 10_000;

/**
 * Opens a new file for the output of a process. The file before it, and what it holds each time that it has `most` bytes, is
 * kept once, as `{file}.1`.
 */
export async function openLogFile(file: string, { most = MOST_BYTES, every = CHECK_MILLISECONDS } = {}) {
  await mkdir(path.dirname(file), { recursive: true });
  await rename(file, previous(file)).catch(() => {});
  const handle = await open(file, 'a', 0o600);
  // One after the other: a second one would keep what the first one has left.
  const checkLater = () => void setTimeout(() => void check(), every).unref();
  const check = () =>
    shorten(file, most)
      .catch(() => {})
      .finally(checkLater);
  checkLater();
  return handle;
}

const previous = (file: string) => `${file}.1`;

/** The process keeps its descriptor, so the file stays and its content goes. Lines of this moment can be lost. */
async function shorten(file: string, most: number) {
  if ((await stat(file)).size < most) return;
  await rm(previous(file), { force: true });
  await copyFile(file, previous(file));
  await truncate(file);
}
