// @ts-check
/** `npm run restore -- <file>`: fills an empty database, or a new one in DATA_DIR. Stop the server first. */
import path from 'node:path';
import { fileArgument, ownerDatabase, stopwatch, unreachable } from './local/commands.mjs';
import { setup } from './local/setup.mjs';

const { env } = process;
const file = fileArgument(
  `Usage: npm run restore -- <file>
It fills as the owner: MIGRATION_DATABASE_URL, else DATABASE_URL, else a new database in DATA_DIR.`,
);

await setup();
const { build } = await import('./build.mjs');
await build({ log: console.log });
const { restoreBackup } = await import('./backup/restore-backup.mjs');

const seconds = stopwatch();
const database = await ownerDatabase(env);
try {
  const { header, sums } = await restoreBackup(database.url, path.resolve(file), console.log);
  const rows = Object.values(sums).reduce((sum, each) => sum + each.rows, 0);
  console.log(`${rows} rows as of ${header.at} are back (${seconds()} s). Start the server, then run the doctor.`);
} catch (error) {
  console.error(`Nothing was restored: ${unreachable(error, env) ?? /** @type {Error} */ (error).message}`);
  process.exitCode = 1;
} finally {
  await database.stop();
}
