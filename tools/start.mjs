/** `npm start`: from a fresh clone to a running product in the foreground; Ctrl-C ends all that it started. */
import path from 'node:path';
import { setup } from './setup.mjs';

await setup();

const { build } = await import('./build.mjs');
const { addressOf, sandboxUrlOf } = await import('./environment.mjs');
const { localStack } = await import('./local-stack.mjs');

const env = { ...process.env };
const stack = localStack({ env });

await stack.supervise(async () => {
  await stack.claim();
  await build({ env, log: console.log });
  const databaseUrl = await stack.database();
  if (stack.sandboxed) await stack.sandbox();
  const admin = await stack.adminLogin();
  await stack.server(databaseUrl, admin);
  announce(databaseUrl, admin);
});

function announce(databaseUrl, admin) {
  const { siteUrl, sandboxed } = stack;
  const { username, host, pathname } = new URL(databaseUrl);
  const lines = [
    ['Site', siteUrl],
    ['API', `${siteUrl}/api/docs`],
    ['Database', addressOf(env) ? `${username}@${host}${pathname}` : databaseUrl],
    ...(sandboxed ? withSandbox(admin) : []),
  ];
  console.log(`\n${lines.map(([what, where]) => `  ${what.padEnd(15)}${where}`).join('\n')}\n\n  Ctrl-C ends it.\n`);
}

function withSandbox(admin) {
  return [
    ['Sandbox', `${sandboxUrlOf(stack.ports)}   phone, inbox, Stripe objects, clock`],
    ['Administrator', `${admin.ADMIN_EMAIL}   password ${admin.ADMIN_PASSWORD}   at ${stack.siteUrl}/admin`],
    ['Database page', `password ${admin.ADMIN_DATABASE_PASSWORD}   at ${stack.siteUrl}/database`],
    ['Logs', path.join(stack.dataDir, 'logs')],
  ];
}
