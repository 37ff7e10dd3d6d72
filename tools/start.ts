/**
 * `npm start`: from a fresh clone to the running product in the foreground; Ctrl-C ends everything it started.
 * `npm run dev`: the same with hot reload; the server restarted after each change of its sources.
 */
import { watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.ts';
import { databaseUrlOf, sandboxUrlOf } from './local/environment.ts';
import { run, stopChild, type Child } from './local/processes.ts';
import { step } from './local/progress.ts';
import { root, setup } from './local/setup.ts';
import { localStack, TYPESCRIPT } from './local/stack.ts';

type Admin = Record<string, string | undefined>;

const QUIET_MILLISECONDS = 400;
const SOURCE_FOLDERS = ['apps/api/src', 'libs/contracts/src', 'libs/workflows/src'];

const env = { ...process.env };
const isDev = process.argv[2] === 'dev';
const stack = localStack({ env, verbose: isDev, fromSources: isDev });

await stack.supervise(async () => {
  await stack.claim();
  await step('packages', setup);
  const [databaseUrl] = await Promise.all([step('database', stack.database), checkSettings().then(buildAndSandbox)]);
  const admin = await stack.adminLogin();
  if (isDev) return restartAfterEachChange(databaseUrl, admin);
  await step('server', () => stack.server(databaseUrl, admin));
  printAddresses(databaseUrl, admin);
});

/** Rejects with a line for each missing or wrong setting, before anything is built. */
async function checkSettings() {
  const checked = run(process.execPath, ['--import', TYPESCRIPT, path.join(root, 'tools/check-settings.ts')], {
    env: await stack.serverEnvironment(),
    quiet: true,
  });
  await step('settings', () => checked).catch(({ output, message }) => Promise.reject(new Error(output || message)));
}

async function buildAndSandbox() {
  const sandbox = async () => stack.sandboxed && step('sandbox', stack.sandbox);
  if (isDev) await sandbox();
  else await build({ whenBundled: sandbox });
}

function printAddresses(databaseUrl: string, admin: Admin) {
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

function sandboxLines(admin: Admin) {
  return [
    ['Sandbox', `${sandboxUrlOf(stack.ports)}   phone, inbox, Stripe objects, clock`],
    ['Administrator', `${admin.ADMIN_EMAIL}   password ${admin.ADMIN_PASSWORD}   at ${stack.siteUrl}/admin`],
    ['Database page', `password ${admin.ADMIN_DATABASE_PASSWORD}   at ${stack.siteUrl}/database`],
    ['Logs', path.join(stack.dataDir, 'logs')],
  ];
}

async function restartAfterEachChange(databaseUrl: string, admin: Admin) {
  let changed = Date.now();
  for (const folder of SOURCE_FOLDERS)
    watch(path.join(root, folder), { recursive: true }, () => (changed = Date.now()));
  console.log(`\n  ${stack.siteUrl}   administrator ${admin.ADMIN_EMAIL ?? ''} ${admin.ADMIN_PASSWORD ?? ''}\n`);
  let server: Child | undefined = undefined;
  for (let served = 0; ; await sleep(100)) {
    if (changed <= served || Date.now() - changed < QUIET_MILLISECONDS) continue;
    served = changed;
    try {
      if (server) await stopChild(server);
      server = await stack.server(databaseUrl, admin, { restartable: true });
    } catch (error) {
      console.error((error as Error).message);
    }
  }
}
