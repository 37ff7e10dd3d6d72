// @ts-check
/** `npm run backup -- <file>`: all rows of a running database, as of one moment, in one file. */
import path from 'node:path';
import { embeddedDatabase, fileArgument, stopwatch, unreachable } from './local/commands.mjs';
import { ownerDatabaseUrlOf } from './local/environment.mjs';
import { fail, setup } from './local/setup.mjs';

const { env } = process;
const file = fileArgument(
  `Usage: npm run backup -- <file>
It reads as the owner: MIGRATION_DATABASE_URL, else DATABASE_URL, else the database that runs in DATA_DIR.`,
);

await setup();
const { takeBackup } = await import('./backup/take-backup.mjs');
const databaseUrl = ownerDatabaseUrlOf(env) || (await embeddedDatabase(env));
const seconds = stopwatch();
try {
  const sums = await takeBackup(databaseUrl, path.resolve(file));
  const rows = Object.values(sums).reduce((sum, each) => sum + each.rows, 0);
  for (const [name, sum] of Object.entries(sums)) console.log(`${String(sum.rows).padStart(10)}  ${name}`);
  console.log(
    `${rows} rows of ${Object.keys(sums).length} tables are in ${file} (${seconds()} s). Keep it as you keep the database: it holds everybody.`,
  );
} catch (error) {
  fail(unreachable(error, env) ?? `There is no backup: ${/** @type {Error} */ (error).message}`);
}
