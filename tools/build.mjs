/** Compiles what changed: the TypeScript projects, the bundles of the servers, the site with its compressed twins. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleServers } from './bundle.mjs';
import { isMain } from './children.mjs';
import { siteValues } from './environment.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { precompress } from './precompress.mjs';
import { root, setup } from './setup.mjs';
import { dropUnfetchedData } from './unfetched-data.mjs';

const web = path.join(root, 'apps/web');
const stamp = path.join(web, 'build/.fingerprint');
const SITE_SOURCES = [
  web,
  ...['libs/contracts', 'libs/workflows', 'package-lock.json', 'tools/precompress.mjs', 'tools/unfetched-data.mjs'].map(
    (name) => path.join(root, name),
  ),
];

export async function build({ env = process.env, log = () => {} } = {}) {
  await withLock(path.join(root, '.data/build.lock'), async () => {
    log('Compiling');
    await compile(['-b']);
    await bundleServers(log);
    await buildSite(env, log);
  });
}

async function buildSite(env, log) {
  if (!existsSync(path.join(web, 'react-router.config.ts')))
    return log('apps/web has no react-router.config.ts yet: no site built');
  const values = siteValues(env);
  const inputs = await fingerprint(SITE_SOURCES, values);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return;
  log('Building the site');
  await run('react-router', ['build'], { cwd: web, env: { ...env, ...values, NODE_ENV: 'production' }, quiet: true });
  await dropUnfetchedData(path.join(web, 'build/client'));
  await precompress(path.join(web, 'build/client'));
  await writeFile(stamp, inputs);
}

/** The native compiler. The package `typescript` is for tools that use its API, such as ts-jest, and for `npm run dev`. */
const TSC = path.join(root, 'node_modules/typescript-native/bin/tsc');

/** @param {string[]} args @param {{ quiet?: boolean }} [options] */
export const compile = (args, options) => run(process.execPath, [TSC, ...args], { cwd: root, ...options });

/** @param {{ cwd: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} options quiet shows the output only of a failure */
export async function run(tool, args, { cwd, env = process.env, quiet = false }) {
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
  throw Object.assign(new Error(`${tool} ${args.join(' ')} failed${output && `:\n${output.trim()}`}`), { output });
}

if (isMain(import.meta)) {
  await setup();
  await build({ log: console.log }).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
