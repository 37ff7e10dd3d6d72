/**
 * `npm start`: from a fresh clone to the running product in the foreground; Ctrl-C ends everything it started.
 * `npm run dev`: the same with hot reload; the site on port 5173, the API restarted after each successful compile.
 */
import { watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrlOf, sandboxUrlOf, siteValues } from './local/environment.mjs';
import { stopChild } from './local/processes.mjs';
import { root, setup } from './local/setup.mjs';
import { localStack } from './local/stack.mjs';

/** @typedef {Record<string, string | undefined>} Admin */

const DEV_SITE = 'http://localhost:5173';
const QUIET_MILLISECONDS = 400;
// Not the native compiler: version 7.0.2 does not see changes with `-b -w`.
const TSC = packageFile('typescript/bin/tsc');
const SERVERS = ['apps/api', 'apps/sandbox'];

await setup();
const { build, run } = await import('./build.mjs');

const env = { ...process.env };
const isDev = process.argv[2] === 'dev';
const stack = isDev
  ? localStack({ env, siteUrl: env.SITE_URL || DEV_SITE, verbose: true, compiled: 'dist' })
  : localStack({ env });

await stack.supervise(async () => {
  await stack.claim();
  if (isDev) await compile();
  else await build({ env, log: console.log });
  const databaseUrl = await stack.database();
  if (stack.sandboxed) await stack.sandbox();
  const admin = await stack.adminLogin();
  if (isDev) return reload(databaseUrl, admin);
  await stack.server(databaseUrl, admin);
  printAddresses(databaseUrl, admin);
});

/** @param {string} databaseUrl @param {Admin} admin */
function printAddresses(databaseUrl, admin) {
  const { siteUrl, sandboxed } = stack;
  const { username, host, pathname } = new URL(databaseUrl);
  const lines = [
    ['Site', siteUrl],
    ['API', `${siteUrl}/api/docs`],
    ['Database', databaseUrlOf(env) ? `${username}@${host}${pathname}` : databaseUrl],
    ...(sandboxed ? sandboxLines(admin) : []),
  ];
  const rows = lines.map(([what = '', where]) => `  ${what.padEnd(15)}${where}`);
  console.log(`\n${rows.join('\n')}\n\n  Ctrl-C ends it.\n`);
}

/** @param {Admin} admin */
function sandboxLines(admin) {
  return [
    ['Sandbox', `${sandboxUrlOf(stack.ports)}   phone, inbox, Stripe objects, clock`],
    ['Administrator', `${admin.ADMIN_EMAIL}   password ${admin.ADMIN_PASSWORD}   at ${stack.siteUrl}/admin`],
    ['Database page', `password ${admin.ADMIN_DATABASE_PASSWORD}   at ${stack.siteUrl}/database`],
    ['Logs', path.join(stack.dataDir, 'logs')],
  ];
}

function compile() {
  return run(process.execPath, [TSC, '-b', ...SERVERS]).catch(() =>
    console.error('It does not compile yet; starting with what there is.'),
  );
}

/** Compiles, serves the site and restarts the API as files change. @param {string} databaseUrl @param {Admin} admin */
async function reload(databaseUrl, admin) {
  await stack.run('compiler', TSC, { env, args: ['-b', '-w', '--preserveWatchOutput', ...SERVERS] });
  await stack.run('site', packageFile('@react-router/dev/bin.js'), {
    env: { ...env, ...siteValues({ ...env, SITE_URL: stack.siteUrl }), API_ORIGIN: stack.api },
    args: ['dev'],
    cwd: path.join(root, 'apps/web'),
  });
  console.log(`\n  ${DEV_SITE}   administrator ${admin.ADMIN_EMAIL ?? ''} ${admin.ADMIN_PASSWORD ?? ''}\n`);
  await restartAfterEachCompile(databaseUrl, admin);
}

/** @param {string} databaseUrl @param {Admin} admin */
async function restartAfterEachCompile(databaseUrl, admin) {
  let changed = Date.now();
  for (const project of ['apps/api', 'libs/contracts', 'libs/workflows']) {
    watch(path.join(root, project, 'dist'), { recursive: true }, () => (changed = Date.now()));
  }
  /** @type {import('./local/processes.mjs').Child | void} */
  let server = undefined;
  for (let served = 0; ; await sleep(100)) {
    if (changed <= served || Date.now() - changed < QUIET_MILLISECONDS) continue;
    served = changed;
    if (server) await stopChild(server);
    server = await stack
      .server(databaseUrl, admin, { restartable: true })
      .catch((error) => console.error(error.message));
  }
}

/** @param {string} file */
function packageFile(file) {
  return path.join(root, 'node_modules', file);
}
