/** `npm run invariants`: asks the database and the sandbox's ledger of a running `npm start` whether all that must hold does. */
import path from 'node:path';
import { root, setup } from './setup.mjs';

await setup();

const { addressOf, portsOf, sandboxUrlOf, siteUrlOf, wantsSandbox } = await import('./environment.mjs');
const { runningPostgres } = await import('./postgres.mjs');
const { connectStack } = await import('../test/support/stack.mjs');
const { INVARIANTS, violations } = await import('../test/invariants/invariants.mjs');

const { env } = process;
/** The queue forgets finished jobs after seven days. */
const JOBS_OF_DAYS = 6;
const SHOWN = 5;

const dataDir = path.resolve(root, env.DATA_DIR || '.data');
const databaseUrl = addressOf(env) || (await runningPostgres({ dataDir: path.join(dataDir, 'postgres') }));
if (!wantsSandbox(env))
  end('It compares the database with the ledger of the sandbox, and there is none with real keys.');
if (!databaseUrl) end(`No database runs in ${dataDir}: npm start brings it up, or set DATABASE_URL.`);

const ports = portsOf(env);
const address = {
  url: siteUrlOf(env),
  apiUrls: [],
  sandboxUrl: sandboxUrlOf(ports),
  smtpPort: ports.smtp,
  home: dataDir,
};
const stack = connectStack({ ...address, databaseUrl });
try {
  const broken = await violations(stack, { copiesOfMails: true, jobsOfDays: JOBS_OF_DAYS });
  for (const [name, sentence] of Object.entries(INVARIANTS))
    print(
      name,
      sentence,
      broken.filter((each) => each.startsWith(`${name} `)),
    );
  if (broken.length) await tellWhatIsUnderWay();
  process.exitCode = broken.length ? 1 : 0;
} catch (error) {
  console.error(`It could not be asked: ${error.cause?.code ?? error.code ?? error.message}. Does npm start run?`);
  process.exitCode = 1;
} finally {
  await stack.close();
}

function print(name, sentence, rows) {
  console.log(`${rows.length ? 'BROKEN' : 'ok    '}  ${name.padEnd(5)}${sentence}`);
  for (const row of rows.slice(0, SHOWN)) console.log(`             ${row.slice(name.length + 1)}`);
  if (rows.length > SHOWN) console.log(`             and ${rows.length - SHOWN} more`);
}

async function tellWhatIsUnderWay() {
  const [{ count }] = await stack.query(
    `SELECT count(*)::int FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name <> 'deadLetters'`,
  );
  if (count) console.log(`${count} jobs are under way: what they are about may hold in a moment.`);
}

function end(line) {
  console.error(line);
  process.exit(1);
}
