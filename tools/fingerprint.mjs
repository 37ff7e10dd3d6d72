/** One hash over the contents of files and folders, so that unchanged inputs need no new build. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'build', '.react-router']);

export async function fingerprint(paths, values) {
  const hash = createHash('sha256').update(JSON.stringify(values));
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort((one, other) => (one < other ? -1 : 1));
  for (const file of files) hash.update(`\0${file}\0`).update(await readFile(file));
  return hash.digest('hex');
}

export async function filesBelow(place) {
  const entries = await readdir(place, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [place];
  const wanted = entries.filter(({ name }) => !NOT_SOURCES.has(name));
  return (await Promise.all(wanted.map(({ name }) => filesBelow(path.join(place, name))))).flat();
}
