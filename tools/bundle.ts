/**
 * Bundles a server from its sources into its `build` folder, so that a start reads about 240 files instead of 3,600. The npm packages
 * are chunks without source maps, each loaded only by the entries that need it; our code keeps names and source maps.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, fingerprint, stamp, stampOf } from './fingerprint.ts';
import { run } from './local/processes.ts';
import { step } from './local/progress.ts';
import { isMain, root } from './local/setup.ts';
import type { SourceMapMappings } from '@jridgewell/sourcemap-codec';

type Server = { app: string; libs: string[]; entries: Record<string, string>; external: (string | RegExp)[] };

/**
 * Packages of the API that stay beside its bundle: native code, one that loads its parts on demand, and one whose files are served.
 * A release has them and what they depend on.
 */
export const UNBUNDLED = ['@node-rs/argon2', 'swagger-ui-dist', 'twilio'];

const SERVERS: Server[] = [
  { app: 'sandbox', libs: [], entries: { main: 'main.ts' }, external: [] },
  {
    app: 'api',
    libs: ['contracts', 'workflows'],
    entries: { main: 'main.ts', admin: 'admin/auth/staff/command.ts', doctor: 'doctor.ts', migrate: 'migrate.ts' },
    // The others are optional packages of Nest that are not installed.
    external: [...UNBUNDLED, /^@nestjs\/(microservices|websockets)/],
  },
];
/** What the output follows from beside the sources: the bundler is of the version in package-lock.json. */
const TOOLS = ['package-lock.json', 'tools/bundle.ts', 'tools/typescript.ts'].map((name) => path.join(root, name));
const PACKAGES = 'packages';
const EXPECTED_WARNINGS = new Set(['UNRESOLVED_IMPORT', 'EVAL', 'COMMONJS_VARIABLE_IN_ESM', 'IMPORT_IS_UNDEFINED']);

/** Bundles the servers whose sources have changed. */
export async function bundleServers() {
  await Promise.all(SERVERS.map(bundle));
}

/** In a process of its own, because a start does not keep its memory. */
async function bundle({ app, libs }: Server) {
  const out = outputOf(app);
  const folders = [`apps/${app}/src`, ...libs.map((lib) => `libs/${lib}`)].map((folder) => path.join(root, folder));
  const sources = (await Promise.all(folders.map(filesBelow))).flat().filter((file) => !/\.spec\.tsx?$/.test(file));
  const inputs = await fingerprint([...sources, ...TOOLS]);
  if ((await stampOf(out)) === inputs) return;
  await step(`${app} bundle`, () => run(process.execPath, [import.meta.filename, app]));
  await stamp(out, inputs);
}

const outputOf = (app: string) => path.join(root, 'apps', app, 'build');

async function write({ app, entries, external }: Server) {
  const out = outputOf(app);
  const { TRANSFORM } = await import('./typescript.ts');
  const sources = path.join(root, 'apps', app, 'src');
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(sources, file)])),
    platform: 'node',
    // As ES modules, of which the bundle keeps the validators that the settings use.
    resolve: { alias: { 'class-validator': path.join(root, 'node_modules/class-validator/esm2015/index.js') } },
    external,
    plugins: [oneTypeorm, oneDriver],
    tsconfig: false,
    // React and others have a second copy of themselves for development.
    transform: { ...TRANSFORM, define: { 'process.env.NODE_ENV': '"production"' } },
    // TypeORM and others try to load optional packages, which are not installed; decorators ask for types, such as `z.infer`.
    onLog: (level, problem, report) => void (EXPECTED_WARNINGS.has(problem.code ?? '') || report(level, problem)),
  });
  await bundled.write({
    dir: out,
    format: 'esm',
    // Nest and TypeORM identify classes by name.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A server keeps the text of its code in memory, with two bytes for each character if one of a file is not Latin.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
    entryFileNames: '[name].js',
    // All chunks in one folder: paths relative to `import.meta.url` are the same as in `src/main.ts`.
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: PACKAGES, test: /node_modules/, entriesAware: true }] },
  });
  await bundled.close();
  for (const name of (await readdir(out)).filter((each) => each.endsWith('.map'))) {
    if (name.startsWith(PACKAGES)) await rm(path.join(out, name));
    else await keepLines(path.join(out, name));
  }
}

/** Reduces a source map to what a stack trace shows, the lines: a server keeps its source maps in memory. */
async function keepLines(file: string) {
  const { decode, encode } = await import('@jridgewell/sourcemap-codec');
  const map = JSON.parse(await readFile(file, 'utf8'));
  const mappings: SourceMapMappings = decode(map.mappings).map((segments) =>
    segments.filter(([, source, line], index) => {
      const [, sourceBefore, lineBefore] = segments[index - 1] ?? [];
      return source !== sourceBefore || line !== lineBefore;
    }),
  );
  await writeFile(file, JSON.stringify({ ...map, mappings: encode(mappings) }));
}

/** `@nestjs/typeorm` asks the npm package for classes that TypeORM 1 does not have, which loads all of it once more. */
const oneTypeorm = {
  name: 'one TypeORM',
  load: {
    filter: { id: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ },
    handler: () => 'export const Connection = undefined;\nexport const AbstractRepository = undefined;\n',
  },
};

/** TypeORM loads the drivers of 17 databases, and uses one. */
const oneDriver = {
  name: 'one driver',
  load: {
    filter: { id: /\/typeorm\/driver\/(?!postgres\/)[\w-]+\/\w+Driver\.js$/ },
    handler: () => 'module.exports = {};\n',
  },
};

if (isMain(import.meta)) for (const server of SERVERS) if (process.argv.includes(server.app)) await write(server);
