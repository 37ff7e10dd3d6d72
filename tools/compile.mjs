/**
 * Compiles the servers and the libraries into their `dist` folders: each module by itself, in half a second for all of them. Types
 * are checked by `npm run check`, which alone runs `tsc`.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, fingerprint, stamp, stampOf } from './fingerprint.mjs';
import { root } from './local/setup.mjs';

/** @typedef {{ folder: string, sources: string[], base: string, decorators?: boolean }} Project `dist` has the paths of `base` */

/** @type {Project[]} */
const PROJECTS = [
  { folder: 'libs/workflows', sources: ['src'], base: 'src' },
  { folder: 'libs/contracts', sources: ['src'], base: 'src' },
  { folder: 'apps/sandbox', sources: ['src'], base: 'src' },
  { folder: 'apps/api', sources: ['src'], base: 'src', decorators: true },
];
const SOURCE = /(?<!\.spec)\.tsx?$/;
/** The compiler is of this version. */
const COMPILER = [path.join(root, 'package-lock.json'), import.meta.filename];

/** The folders with the sources of all servers and libraries. */
export const SOURCE_FOLDERS = PROJECTS.flatMap(({ folder, sources }) =>
  sources.map((name) => path.join(root, folder, name)),
);

/** Compiles the projects whose sources have changed. Throws with the place of each mistake in their syntax. */
export async function compile() {
  await Promise.all(PROJECTS.map(compileProject));
}

/**
 * One hash over what the output of these projects follows from.
 * @param {string[]} folders of projects
 * @param {string[]} [others] paths of other inputs
 */
export async function sourcesOf(folders, others = []) {
  const projects = PROJECTS.filter(({ folder }) => folders.includes(folder));
  return fingerprint([...(await Promise.all(projects.map(modulesOf))).flat(), ...COMPILER, ...others]);
}

/** @param {Project} project */
async function compileProject(project) {
  const out = path.join(root, project.folder, 'dist');
  const inputs = await sourcesOf([project.folder]);
  if ((await stampOf(out)) === inputs) return;
  await mkdir(out, { recursive: true });
  await rm(path.join(out, '.fingerprint'), { force: true });
  const files = await modulesOf(project);
  const written = new Set((await Promise.all(files.map((file) => compileFile(project, file)))).flat());
  for (const name of await readdir(out, { recursive: true }))
    if (/\.js(?:\.map)?$/.test(name) && !written.has(path.join(out, name))) await rm(path.join(out, name));
  await stamp(out, inputs);
}

/** @param {Project} project */
async function modulesOf({ folder, sources }) {
  const found = await Promise.all(sources.map((name) => filesBelow(path.join(root, folder, name))));
  return found.flat().filter((file) => SOURCE.test(file));
}

/** Returns the paths of the written files. @param {Project} project @param {string} file */
async function compileFile({ folder, base, decorators = false }, file) {
  const { transform } = await import('rolldown/utils');
  const home = path.join(root, folder);
  const output = path.join(home, 'dist', path.relative(path.join(home, base), file)).replace(/\.tsx?$/, '.js');
  const { code, map, errors } = await transform(file, await readFile(file, 'utf8'), {
    tsconfig: false,
    sourcemap: true,
    target: 'es2023',
    typescript: { rewriteImportExtensions: true },
    // Nest and TypeORM read the types of parameters and columns.
    decorator: { legacy: decorators, emitDecoratorMetadata: decorators },
  });
  if (errors.length || !map) throw new Error(`${file} does not compile:\n${errors.map(String).join('\n')}`);
  const relative = path.relative(path.dirname(output), file).split(path.sep).join('/');
  await mkdir(path.dirname(output), { recursive: true });
  await writeFile(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
  await writeFile(`${output}.map`, JSON.stringify({ ...map, sources: [relative] }));
  return [output, `${output}.map`];
}
