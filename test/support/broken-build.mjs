/** A server that was broken on purpose: the compiled product in a folder beside it, with a few words changed. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../tools/setup.mjs';

/**
 * @typedef {{ file: string, instead: RegExp, put: string }} Breakage
 * @param {string} name
 * @param {Breakage[]} breakages each must meet something
 */
export async function brokenBuild(name, breakages) {
  const folder = path.join(root, 'apps/api', `.broken-${name}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  await cp(path.join(root, 'apps/api/dist'), folder, { recursive: true });
  for (const { file, instead, put } of breakages) {
    const at = path.join(folder, file);
    const before = await readFile(at, 'utf8');
    const after = before.replace(instead, put);
    if (after === before) throw new Error(`${file} has nothing like ${instead}: the product has changed`);
    await writeFile(at, after);
  }
  return { entry: path.join(folder, 'main.js'), remove };
}
