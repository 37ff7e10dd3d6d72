/** `npm run doctor`: looks at the providers, the database and the clocks that the settings lead to, and changes nothing. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, setup } from './setup.mjs';

await setup();

const { generatedSecrets, portsOf, sandboxKeys, siteUrlOf, unlessTold, wantsSandbox } =
  await import('./environment.mjs');
const { runningPostgres, urlOf } = await import('./postgres.mjs');

const { env } = process;
const command = path.join(root, 'apps/api/dist/doctor/command.js');
const ports = portsOf(env);
const dataDir = path.resolve(root, env.DATA_DIR || '.data');

if (!existsSync(command)) {
  console.error('It is not compiled yet: npm run build.');
  process.exit(1);
}
const told = {
  ...(wantsSandbox(env) && { ...(await generatedSecrets(dataDir)), ...sandboxKeys(ports), SITE_URL: siteUrlOf(env) }),
  DATABASE_URL: await ownDatabase(),
};
Object.assign(env, unlessTold(env, told));
await import(command);

/** Of the data directory; where none runs, the address at which `npm start` would bring it up. */
async function ownDatabase() {
  return (await runningPostgres({ dataDir: path.join(dataDir, 'postgres') })) ?? urlOf(ports.database, 'lampstand');
}
