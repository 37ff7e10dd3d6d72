/**
 * Bundles the compiled servers into `apps/api/build` and `apps/sandbox/build`, so that a start reads about 240 files instead of
 * 3,600. The npm packages are chunks of their own, without source maps, each read only by the entries that need it; our code keeps its names and source maps.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { fingerprint } from './fingerprint.mjs';
import { root } from './setup.mjs';

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

/** @param {(line: string) => void} log */
export async function bundleServers(log) {
  for (const server of SERVERS) await bundle(server, log);
}

async function bundle({ app, libs, entries, external }, log) {
  const home = path.join(root, 'apps', app);
  const out = path.join(home, 'build');
  const stamp = path.join(out, '.fingerprint');
  const compiled = [path.join(home, 'dist'), ...libs.map((lib) => path.join(root, 'libs', lib, 'dist'))];
  const inputs = await fingerprint([...compiled, path.join(root, 'package-lock.json'), import.meta.filename], {});
  if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return;
  log(`Bundling the ${app}`);
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(home, 'dist', file)])),
    platform: 'node',
    external,
    plugins: [sourceMapsOfTypeScript],
    // TypeORM and others try to load optional packages, which are not installed.
    onLog: (level, problem, report) => QUIET.has(problem.code) || report(level, problem),
  });
  await bundled.write({
    dir: out,
    format: 'esm',
    // Nest and TypeORM identify classes by name.
    keepNames: true,
    sourcemap: true,
    entryFileNames: '[name].js',
    // All chunks in one folder: paths relative to `import.meta.url` are the same as in `dist/main.js`.
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: PACKAGES, test: /node_modules/, entriesAware: true }] },
  });
  await bundled.close();
  for (const name of await readdir(out)) if (isMapOfPackages(name)) await rm(path.join(out, name));
  await writeFile(stamp, inputs);
}

const PACKAGES = 'packages';
const isMapOfPackages = (name) => name.startsWith(PACKAGES) && name.endsWith('.map');
const QUIET = new Set(['UNRESOLVED_IMPORT', 'EVAL', 'COMMONJS_VARIABLE_IN_ESM']);

const sourceMapsOfTypeScript = {
  name: 'source maps of TypeScript',
  load: {
    filter: { id: /\/(?:apps|libs)\/[a-z]+\/dist\// },
    handler: async (file) => ({ code: await readFile(file, 'utf8'), map: await readFile(`${file}.map`, 'utf8') }),
  },
};
