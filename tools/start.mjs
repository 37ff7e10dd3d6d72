// @ts-check
/** `npm start`: from a fresh clone to the running product in the foreground; Ctrl-C ends everything it started. */
import path from 'node:path';
import { databaseUrlOf, sandboxUrlOf } from './local/environment.mjs';
import { setup } from './local/setup.mjs';
import { localStack } from './local/stack.mjs';

await setup();
const { build } = await import('./build.mjs');

const env = { ...process.env };
const stack = localStack({ env });

await stack.supervise(async () => {
  await stack.claim();
  await build({ env, log: console.log });
  const databaseUrl = await stack.database();
  if (stack.sandboxed) await stack.sandbox();
  const admin = await stack.adminLogin();
  await stack.server(databaseUrl, admin);
  printAddresses(databaseUrl, admin);
});

/** @param {string} databaseUrl @param {Record<string, string | undefined>} admin */
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

/** @param {Record<string, string | undefined>} admin */
function sandboxLines(admin) {
  return [
    ['Sandbox', `${sandboxUrlOf(stack.ports)}   phone, inbox, Stripe objects, clock`],
    ['Administrator', `${admin.ADMIN_EMAIL}   password ${admin.ADMIN_PASSWORD}   at ${stack.siteUrl}/admin`],
    ['Database page', `password ${admin.ADMIN_DATABASE_PASSWORD}   at ${stack.siteUrl}/database`],
    ['Logs', path.join(stack.dataDir, 'logs')],
  ];
}
