/** `npm run backup -- <file>`: all rows of one moment of a running database in one file. */
import path from 'node:path';
import { root, setup } from './setup.mjs';

await setup();

const { ownerAddressOf, ownerSettingOf } = await import('./environment.mjs');
const { runningPostgres } = await import('./postgres.mjs');
const { takeBackup } = await import('./backup/take-backup.mjs');

const TAKEN =
  'It reads as the owner: MIGRATION_DATABASE_URL, else DATABASE_URL, else the database that runs in DATA_DIR.';

const { env } = process;
const [file] = process.argv.slice(2);
if (!file || process.argv.length > 3) end(`Usage: npm run backup -- <file>\n${TAKEN}`);

const dataDir = path.resolve(root, env.DATA_DIR || '.data');
const databaseUrl = ownerAddressOf(env) || (await runningPostgres({ dataDir: path.join(dataDir, 'postgres') }));
if (!databaseUrl) end(`No database runs in ${dataDir}: npm start brings it up, or set DATABASE_URL.`);

const begun = performance.now();
try {
  const sums = await takeBackup(databaseUrl, path.resolve(file));
  const rows = Object.values(sums).reduce((sum, each) => sum + each.rows, 0);
  for (const [name, sum] of Object.entries(sums)) console.log(`${String(sum.rows).padStart(10)}  ${name}`);
  console.log(
    `${rows} rows of ${Object.keys(sums).length} tables are in ${file} (${seconds()} s). Keep it as you keep the database: it holds everybody.`,
  );
} catch (error) {
  end(
    error.code === 'ECONNREFUSED'
      ? `PostgreSQL does not answer at ${ownerSettingOf(env)}.`
      : `There is no backup: ${error.message}`,
  );
}

function seconds() {
  return ((performance.now() - begun) / 1000).toFixed(1);
}

function end(line) {
  console.error(line);
  process.exit(1);
}
