/** Copies of the compiled server with changed code. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../tools/local/setup.mjs';

export interface Patch {
  /** The path of a compiled file in the copy. */
  file: string;
  instead: RegExp;
  put: string;
}

/** The folder of the copy's own charts, if it has any. */
export const OWN_CHARTS = 'node_modules/@lampstand/workflows';

/** Copies the compiled server, with `ownCharts` also the charts, and applies the patches. Throws if a pattern matches nothing. */
export async function patchedBuild(name: string, patches: Patch[], { ownCharts = false } = {}) {
  const folder = path.join(root, 'apps/api', `.patched-${name}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  await cp(path.join(root, 'apps/api/dist'), folder, { recursive: true });
  for (const part of ownCharts ? ['package.json', 'dist'] : [])
    await cp(path.join(root, 'libs/workflows', part), path.join(folder, OWN_CHARTS, part), { recursive: true });
  for (const { file, instead, put } of patches) {
    const at = path.join(folder, file);
    const before = await readFile(at, 'utf8');
    const after = before.replace(instead, put);
    if (after === before) throw new Error(`${file} does not match ${instead}: adapt this test`);
    await writeFile(at, after);
  }
  return { folder, entry: path.join(folder, 'main.js'), remove };
}
