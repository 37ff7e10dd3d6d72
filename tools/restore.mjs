/** `npm run restore -- <file>`: fills an empty database, or a new one in DATA_DIR. Stop the server before. */
import path from 'node:path';
import { root, setup } from './setup.mjs';

await setup();

const { ownerAddressOf, ownerSettingOf, portsOf } = await import('./environment.mjs');
const TAKEN = 'It fills as the owner: MIGRATION_DATABASE_URL, else DATABASE_URL, else a new database in DATA_DIR.';
const [file] = process.argv.slice(2);
if (!file || process.argv.length > 3) end(`Usage: npm run restore -- <file>\n${TAKEN}`);

const { build } = await import('./build.mjs');
await build({ log: console.log });
const { startPostgres } = await import('./postgres.mjs');
const { restoreBackup } = await import('./backup/restore-backup.mjs');

const { env } = process;
const dataDir = path.resolve(root, env.DATA_DIR || '.data', 'postgres');
const given = ownerAddressOf(env);
const begun = performance.now();
const server = given
  ? { url: given, adopted: true }
  : await startPostgres({ dataDir, port: portsOf(env).database, log: console.log });
try {
  const { header, sums } = await restoreBackup(server.url, path.resolve(file), console.log);
  const rows = Object.values(sums).reduce((sum, each) => sum + each.rows, 0);
  console.log(`${rows} rows as of ${header.at} are back (${seconds()} s). Start the server, then run the doctor.`);
} catch (error) {
  console.error(
    `Nothing was restored: ${error.code === 'ECONNREFUSED' ? `PostgreSQL does not answer at ${ownerSettingOf(env)}.` : error.message}`,
  );
  process.exitCode = 1;
} finally {
  if (!server.adopted) await server.stop();
}

function seconds() {
  return ((performance.now() - begun) / 1000).toFixed(1);
}

function end(line) {
  console.error(line);
  process.exit(1);
}
