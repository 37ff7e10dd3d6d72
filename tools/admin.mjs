/** `npm run admin`: accounts of staff, in the database that runs in the data directory or at DATABASE_URL. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, setup } from './setup.mjs';

await setup();

const { portsOf, sandboxUrlOf, wantsSandbox } = await import('./environment.mjs');
const { runningPostgres } = await import('./postgres.mjs');

const { env } = process;
const command = path.join(root, 'apps/api/dist/admin/session/command.js');

if (!env.DATABASE_URL && !env.DATABASE_URL_FILE) {
  const dataDir = path.resolve(root, env.DATA_DIR || '.data');
  const running = await runningPostgres({ dataDir: path.join(dataDir, 'postgres') });
  if (!running) fail(`No database runs in ${dataDir}: npm start brings it up, or set DATABASE_URL.`);
  env.DATABASE_URL = running;
  if (wantsSandbox(env)) env.STRIPE_API_BASE = sandboxUrlOf(portsOf(env));
}
if (!existsSync(command)) fail('It is not compiled yet: npm run build.');
await import(command);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
