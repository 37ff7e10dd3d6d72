/** `npm run build`: compiles what changed: the servers, their bundles, and the site with precompressed files. */
import { spawn } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  fingerprint,
  inlineStyles,
  precompress,
  pruneRouteData,
  putOffScripts,
  startBackOffice,
} from './built-files.mjs';
import { siteValues } from './local/environment.mjs';
import { withLock } from './local/processes.mjs';
import { isMain, root, setup } from './local/setup.mjs';
import { writeSearchFile } from './search-file.mjs';

/** @typedef {(line: string) => void} Log */

/** The native compiler; the package `typescript` is for tools that use its API, and for `npm run dev`. */
const TSC = path.join(root, 'node_modules/typescript-native/bin/tsc');
const WEB = path.join(root, 'apps/web');
const SITE_SOURCES = [
  'apps/web',
  'libs/contracts',
  'libs/workflows',
  'package-lock.json',
  'tools/built-files.mjs',
  'tools/search-file.mjs',
].map((name) => path.join(root, name));

/** @param {{ env?: import('./local/environment.mjs').Environment, log?: Log }} [options] */
export async function build({ env = process.env, log = () => {} } = {}) {
  await withLock(path.join(root, '.data/build.lock'), async () => {
    log('Compiling');
    await compile(['-b', 'apps/api', 'apps/sandbox']);
    for (const server of SERVERS) await bundle(server, log);
    await buildSite(env, log);
  });
}

/** @param {string[]} args of tsc @param {{ quiet?: boolean }} [options] */
export const compile = (args, options) => run(process.execPath, [TSC, ...args], options);

/**
 * Runs a program of node_modules/.bin, or at an absolute path, and returns its output if `quiet`.
 * @param {string} tool
 * @param {string[]} args
 * @param {{ cwd?: string, env?: import('./local/environment.mjs').Environment, quiet?: boolean }} [options] quiet shows output of failures only
 */
export async function run(tool, args, { cwd = root, env = process.env, quiet = false } = {}) {
  const child = spawn(path.resolve(root, 'node_modules/.bin', tool), args, {
    cwd,
    env,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done, failed) => child.on('close', done).on('error', failed));
  if (code === 0) return output;
  throw new Error(`${tool} ${args.join(' ')} failed${output && `:\n${output.trim()}`}`);
}

/** @typedef {{ app: string, libs: string[], entries: Record<string, string>, external: (string | RegExp)[] }} Server */

/** @type {Server[]} */
const SERVERS = [
  {
    app: 'api',
    libs: ['contracts', 'workflows'],
    entries: { main: 'main.js', admin: 'admin/session/command.js', doctor: 'doctor/command.js' },
    // Native code, a package that loads its parts on demand, and optional packages of Nest that are not installed.
    external: ['@node-rs/argon2', 'twilio', /^@nestjs\/(microservices|websockets)/],
  },
  { app: 'sandbox', libs: [], entries: { main: 'main.js' }, external: [] },
];
const PACKAGES = 'packages';
const EXPECTED_WARNINGS = new Set(['UNRESOLVED_IMPORT', 'EVAL', 'COMMONJS_VARIABLE_IN_ESM']);

/**
 * Bundles a compiled server into its `build` folder, so that a start reads about 240 files instead of 3,600. The npm packages
 * are chunks without source maps, each loaded only by the entries that need it; our code keeps names and source maps.
 * @param {Server} server @param {Log} log
 */
async function bundle({ app, libs, entries, external }, log) {
  const home = path.join(root, 'apps', app);
  const out = path.join(home, 'build');
  const compiled = [path.join(home, 'dist'), ...libs.map((lib) => path.join(root, 'libs', lib, 'dist'))];
  const inputs = await fingerprint([...compiled, path.join(root, 'package-lock.json'), import.meta.filename]);
  if ((await stampOf(out)) === inputs) return;
  log(`Bundling the ${app}`);
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(home, 'dist', file)])),
    platform: 'node',
    external,
    plugins: [typescriptSourceMaps],
    // React and others have a second copy of themselves for development.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // TypeORM and others try to load optional packages, which are not installed.
    onLog: (level, problem, report) => void (EXPECTED_WARNINGS.has(problem.code ?? '') || report(level, problem)),
  });
  await bundled.write({
    dir: out,
    format: 'esm',
    // Nest and TypeORM identify classes by name.
    keepNames: true,
    sourcemap: true,
    // A server keeps the text of its code in memory, with two bytes for each character if one of a file is not Latin.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
    entryFileNames: '[name].js',
    // All chunks in one folder: paths relative to `import.meta.url` are the same as in `dist/main.js`.
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: PACKAGES, test: /node_modules/, entriesAware: true }] },
  });
  await bundled.close();
  for (const name of await readdir(out))
    if (name.startsWith(PACKAGES) && name.endsWith('.map')) await rm(path.join(out, name));
  await stamp(out, inputs);
}

const typescriptSourceMaps = {
  name: 'source maps of TypeScript',
  load: {
    filter: { id: /\/(?:apps|libs)\/[a-z]+\/dist\// },
    handler: async (/** @type {string} */ file) => ({
      code: await readFile(file, 'utf8'),
      map: await readFile(`${file}.map`, 'utf8'),
    }),
  },
};

/** @param {import('./local/environment.mjs').Environment} env @param {Log} log */
async function buildSite(env, log) {
  const out = path.join(WEB, 'build');
  const values = siteValues(env);
  const inputs = await fingerprint(SITE_SOURCES, values);
  if ((await stampOf(out)) === inputs) return;
  log('Building the site');
  const options = { cwd: WEB, env: { ...env, ...values, NODE_ENV: 'production' }, quiet: true };
  await run('react-router', ['build'], options);
  await run('vite', ['build', '--config', 'vite.back-office.config.ts'], options);
  await writeSearchFile(path.join(out, 'client'));
  await pruneRouteData(path.join(out, 'client'));
  await putOffScripts(path.join(out, 'client'));
  await inlineStyles(path.join(out, 'client'));
  await startBackOffice(path.join(out, 'client'));
  await precompress(path.join(out, 'client'));
  await stamp(out, inputs);
}

/** The fingerprint of the last build in this folder. @param {string} folder */
const stampOf = (folder) => readFile(path.join(folder, '.fingerprint'), 'utf8').catch(() => '');

/** @param {string} folder @param {string} inputs */
const stamp = (folder, inputs) => writeFile(path.join(folder, '.fingerprint'), inputs);

if (isMain(import.meta)) {
  await setup();
  await build({ log: console.log }).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
