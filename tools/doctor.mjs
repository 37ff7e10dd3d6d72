// @ts-check
/** `npm run doctor`: checks the providers, the database and the clocks that the settings lead to; changes nothing. */
import path from 'node:path';
import { compiledCommand } from './local/commands.mjs';
import {
  dataDirOf,
  generatedSecrets,
  portsOf,
  sandboxKeys,
  siteUrlOf,
  unlessSet,
  usesSandbox,
} from './local/environment.mjs';
import { runningPostgres, urlOf } from './local/postgres.mjs';
import { setup } from './local/setup.mjs';

const { env } = process;

await setup();
const command = compiledCommand('doctor/command.js');
const ports = portsOf(env);
const dataDir = dataDirOf(env);
const running = await runningPostgres({ dataDir: path.join(dataDir, 'postgres') });
const defaults = {
  ...(usesSandbox(env) && { ...(await generatedSecrets(dataDir)), ...sandboxKeys(ports), SITE_URL: siteUrlOf(env) }),
  // Where no database runs, the address at which `npm start` starts it.
  DATABASE_URL: running ?? urlOf(ports.database, 'lampstand'),
};
Object.assign(env, unlessSet(env, defaults));
await import(command);
