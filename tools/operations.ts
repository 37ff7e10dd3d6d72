/**
 * The operators' commands, each an npm script: `npm run admin|doctor|invariants|seed`. Without an address of
 * their own they use the database and the sandbox of DATA_DIR.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as environment from './local/environment.ts';
import { runningPostgres, startPostgres, urlOf } from './local/postgres.ts';
import { fail, setup } from './local/setup.ts';

/** The queue deletes finished jobs after seven days. */
const JOBS_OF_DAYS = 6;
const MAX_ROWS_SHOWN = 5;

const { env } = process;
const dataDir = environment.dataDirOf(env);
const ports = environment.portsOf(env);

/** Manages staff accounts. */
async function admin() {
  await ready();
  if (!env.DATABASE_URL && !env.DATABASE_URL_FILE) {
    env.DATABASE_URL = await embeddedDatabase();
    env.SESSION_SECRETS ||= (await environment.generatedSecrets(dataDir)).SESSION_SECRETS;
    if (environment.usesSandbox(env)) env.STRIPE_API_BASE = environment.sandboxUrlOf(ports);
  }
  await import('../apps/api/src/admin/auth/staff/command.ts');
}

/** Checks the providers, the database and the clocks that the settings lead to; changes nothing. */
async function doctor() {
  await ready();
  const running = await runningPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const { generatedSecrets, sandboxKeys, siteUrlOf } = environment;
  const defaults = {
    ...(environment.usesSandbox(env) && {
      ...(await generatedSecrets(dataDir)),
      ...sandboxKeys(ports),
      SITE_URL: siteUrlOf(env),
    }),
    // Where no database runs, the address at which `npm start` starts it.
    DATABASE_URL: running ?? urlOf(ports.database, 'lampstand'),
  };
  Object.assign(env, environment.unlessSet(env, defaults));
  await import('../apps/api/src/doctor.ts');
}

/** Checks the product's invariants in the database and the sandbox's records of a running `npm start`. */
async function invariants() {
  if (!environment.usesSandbox(env))
    fail('It compares the database with the records of the sandbox, and there is none with real keys.');
  await ready();
  const { undoneJobsOf } = await import('../test/builders/jobs.ts');
  const { connectStack } = await import('../test/support/stack.mjs');
  const { INVARIANTS, violations } = await import('../test/invariants/invariants.mjs');
  const stack = connectStack({
    url: environment.siteUrlOf(env),
    apiUrls: [],
    sandboxUrl: environment.sandboxUrlOf(ports),
    smtpPort: ports.smtp,
    home: dataDir,
    databaseUrl: environment.databaseUrlOf(env) || (await embeddedDatabase()),
  });
  try {
    const broken = await violations(stack, { copiesOfMails: true, jobsOfDays: JOBS_OF_DAYS });
    for (const [name, sentence] of Object.entries(INVARIANTS)) {
      const rows = broken.filter((each: string) => each.startsWith(`${name} `));
      console.log(`${rows.length ? 'BROKEN' : 'ok    '}  ${name.padEnd(5)}${sentence}`);
      for (const row of rows.slice(0, MAX_ROWS_SHOWN)) console.log(`             ${row.slice(name.length + 1)}`);
      if (rows.length > MAX_ROWS_SHOWN) console.log(`             and ${rows.length - MAX_ROWS_SHOWN} more`);
    }
    const { length: running } = broken.length ? await undoneJobsOf(stack) : [];
    if (running) console.log(`${running} jobs are running: some of this may be settled in a moment.`);
    process.exitCode = broken.length ? 1 : 0;
  } catch (error) {
    const { cause, code, message } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
    console.error(`The check failed: ${cause?.code ?? code ?? message}. Does npm start run?`);
    process.exitCode = 1;
  } finally {
    await stack.close();
  }
}

/** Adds realistic data: `--trials 1000000 [--seed 7] [--until 2026-11-20]`. Never in production. */
async function seed() {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      trials: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '7' },
      until: { type: 'string' },
    },
  });
  const [trials, first] = [Number(values.trials), Number(values.seed)];
  const until = values.until ? Date.parse(`${values.until}T00:00:00Z`) : undefined;
  if (env.NODE_ENV === 'production' || !environment.usesSandbox(env))
    fail('This creates fictional people: it refuses to run in production or with a key of a real provider.');
  if (!(Number.isSafeInteger(trials) && trials > 0 && trials <= 5_000_000)) fail('--trials is a number up to 5000000.');
  if (!(Number.isSafeInteger(first) && first >= 0)) fail('--seed is a whole number.');
  if (Number.isNaN(until)) fail('--until is a day such as 2026-11-20.');
  await setupAndBuild();
  const { createDataSource } = await import('../apps/api/src/platform/database/data-source.ts');
  const { migrate } = await import('../apps/api/src/platform/database/migrate.ts');
  const { seedDatabase } = await import('./seed/seed-database.ts');
  const seconds = stopwatch();
  const database = await ownerDatabase();
  const dataSource = await createDataSource(database.url, 2).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  await seedDatabase(database.url, { trials, seed: first, ...(until && { until }), log: console.log });
  await database.stop();
  console.log(`Seeded in ${seconds()} s`);
}

/** Installs the packages, and lets Node load the sources of the API. */
async function ready() {
  await setup();
  await import('./typescript.ts');
}

async function setupAndBuild() {
  await ready();
  const { build } = await import('./build.ts');
  await build();
}

/** The address of the running embedded database; ends the process when none runs. */
async function embeddedDatabase() {
  const running = await runningPostgres({ dataDir: path.join(dataDir, 'postgres') });
  return running ?? fail(`No database runs in ${dataDir}: npm start brings it up, or set DATABASE_URL.`);
}

/** The database at the owner's address, else the embedded one; `stop` ends it if this call started it. */
async function ownerDatabase() {
  const given = environment.ownerDatabaseUrlOf(env);
  if (given) return { url: given, stop: async () => {} };
  const postgresDir = path.join(dataDir, 'postgres');
  const { url, adopted, stop } = await startPostgres({ dataDir: postgresDir, port: ports.database, log: console.log });
  return { url, stop: adopted ? async () => {} : stop };
}

/** Starts a stopwatch that reads in seconds. */
function stopwatch() {
  const start = performance.now();
  return () => ((performance.now() - start) / 1000).toFixed(1);
}

const COMMANDS: Record<string, () => Promise<void>> = { admin, doctor, invariants, seed };
// Removes the name: a command of the API reads its own arguments from `process.argv`.
const [name = ''] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command) await command();
else fail(`Usage: npm run ${Object.keys(COMMANDS).join('|')}`);
