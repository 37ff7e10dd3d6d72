// @ts-check
/** `npm run admin`: manages staff accounts, in the database of the data directory or at DATABASE_URL. */
import { compiledCommand, embeddedDatabase } from './local/commands.mjs';
import { portsOf, sandboxUrlOf, usesSandbox } from './local/environment.mjs';
import { setup } from './local/setup.mjs';

const { env } = process;

await setup();
if (!env.DATABASE_URL && !env.DATABASE_URL_FILE) {
  env.DATABASE_URL = await embeddedDatabase(env);
  if (usesSandbox(env)) env.STRIPE_API_BASE = sandboxUrlOf(portsOf(env));
}
await import(compiledCommand('admin/session/command.js'));
