/** Fingerprints of what a build reads, and the sources themselves. Imports no package: a start needs it before they are installed. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'build', '.react-router', '.css-modules']);

/**
 * One hash over the contents of files and folders: unchanged inputs need no new build.
 * @param values other inputs
 */
export async function fingerprint(paths: string[], values: Record<string, unknown> = {}) {
  const hash = createHash('sha256').update(JSON.stringify(values));
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort((one, other) => (one < other ? -1 : 1));
  for (const file of files) hash.update(`\0${file}\0`).update(await readFile(file));
  return hash.digest('hex');
}

/** All source files below a folder, or the file itself. */
export async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [place];
  const wanted = entries.filter(({ name }) => !NOT_SOURCES.has(name));
  return (await Promise.all(wanted.map(({ name }) => filesBelow(path.join(place, name))))).flat();
}

/** The fingerprint of the last build in this folder. */
export const stampOf = (folder: string) => readFile(path.join(folder, '.fingerprint'), 'utf8').catch(() => '');

export const stamp = (folder: string, inputs: string) => writeFile(path.join(folder, '.fingerprint'), inputs);
