/** Deletes the .data twins of addresses whose page runs no scripts, or is none: nothing would ever fetch them. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from './fingerprint.mjs';

const TWIN = '.data';

export async function dropUnfetchedData(folder) {
  const twins = (await filesBelow(folder)).filter((file) => path.extname(file) === TWIN);
  for (const twin of twins) {
    const page = path.join(twin.slice(0, -TWIN.length), 'index.html');
    const html = await readFile(page, 'utf8').catch(() => '');
    if (!html.includes('type="module"')) await rm(twin);
  }
}
