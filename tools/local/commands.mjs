// @ts-check
/** What the operators' commands share: admin, backup, doctor, invariants, restore and seed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { dataDirOf, ownerDatabaseUrlOf, ownerVariableOf, portsOf } from './environment.mjs';
import { runningPostgres, startPostgres } from './postgres.mjs';
import { fail, root } from './setup.mjs';

/** @typedef {import('./environment.mjs').Environment} Environment */

/** The address of the running embedded database; ends the process when none runs. @param {Environment} env */
export async function embeddedDatabase(env) {
  const dataDir = dataDirOf(env);
  const running = await runningPostgres({ dataDir: path.join(dataDir, 'postgres') });
  return running ?? fail(`No database runs in ${dataDir}: npm start brings it up, or set DATABASE_URL.`);
}

/** The database at the owner's address, else the embedded one; `stop` ends it if this call started it. @param {Environment} env */
export async function ownerDatabase(env) {
  const given = ownerDatabaseUrlOf(env);
  if (given) return { url: given, stop: async () => {} };
  const dataDir = path.join(dataDirOf(env), 'postgres');
  const { url, adopted, stop } = await startPostgres({ dataDir, port: portsOf(env).database, log: console.log });
  return { url, stop: adopted ? async () => {} : stop };
}

/** The path of a compiled file of the API; ends the process when it is not compiled. @param {string} file */
export function compiledCommand(file) {
  const command = path.join(root, 'apps/api/dist', file);
  return existsSync(command) ? command : fail('It is not compiled yet: npm run build.');
}

/** The only argument, a file; ends the process with the usage otherwise. @param {string} usage */
export function fileArgument(usage) {
  const [file, ...others] = process.argv.slice(2);
  return file && !others.length ? file : fail(usage);
}

/** A sentence when the database did not answer; undefined for other errors. @param {unknown} error @param {Environment} env */
export function unreachable(error, env) {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ECONNREFUSED') return undefined;
  return `PostgreSQL does not answer at ${ownerVariableOf(env)}.`;
}

/** Starts a stopwatch that reads in seconds. */
export function stopwatch() {
  const start = performance.now();
  return () => ((performance.now() - start) / 1000).toFixed(1);
}
