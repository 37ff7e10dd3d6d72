// @ts-check
/** `npm run invariants`: checks the product's invariants in the database and the sandbox's ledger of a running `npm start`. */
import { embeddedDatabase } from './local/commands.mjs';
import { databaseUrlOf, dataDirOf, portsOf, sandboxUrlOf, siteUrlOf, usesSandbox } from './local/environment.mjs';
import { fail, setup } from './local/setup.mjs';

/** The queue deletes finished jobs after seven days. */
const JOBS_OF_DAYS = 6;
const MAX_ROWS_SHOWN = 5;

const { env } = process;
if (!usesSandbox(env))
  fail('It compares the database with the ledger of the sandbox, and there is none with real keys.');

await setup();
const { connectStack } = await import('../test/support/stack.mjs');
const { INVARIANTS, violations } = await import('../test/invariants/invariants.mjs');

const ports = portsOf(env);
const stack = connectStack({
  url: siteUrlOf(env),
  apiUrls: [],
  sandboxUrl: sandboxUrlOf(ports),
  smtpPort: ports.smtp,
  home: dataDirOf(env),
  databaseUrl: databaseUrlOf(env) || (await embeddedDatabase(env)),
});
try {
  const broken = await violations(stack, { copiesOfMails: true, jobsOfDays: JOBS_OF_DAYS });
  for (const [name, sentence] of Object.entries(INVARIANTS)) {
    const rows = broken.filter((/** @type {string} */ each) => each.startsWith(`${name} `));
    print(name, sentence, rows);
  }
  if (broken.length) await printRunningJobs();
  process.exitCode = broken.length ? 1 : 0;
} catch (error) {
  const { cause, code, message } = /** @type {NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }} */ (error);
  console.error(`It could not be asked: ${cause?.code ?? code ?? message}. Does npm start run?`);
  process.exitCode = 1;
} finally {
  await stack.close();
}

/** @param {string} name @param {string} sentence @param {string[]} rows */
function print(name, sentence, rows) {
  console.log(`${rows.length ? 'BROKEN' : 'ok    '}  ${name.padEnd(5)}${sentence}`);
  for (const row of rows.slice(0, MAX_ROWS_SHOWN)) console.log(`             ${row.slice(name.length + 1)}`);
  if (rows.length > MAX_ROWS_SHOWN) console.log(`             and ${rows.length - MAX_ROWS_SHOWN} more`);
}

async function printRunningJobs() {
  const [{ count }] = await stack.query(
    `SELECT count(*)::int FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name <> 'deadLetters'`,
  );
  if (count) console.log(`${count} jobs are under way: what they are about may hold in a moment.`);
}
