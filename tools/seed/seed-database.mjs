/** Fills a migrated database with lifelike people: the same for the same numbers, beside whatever is there. */
import pg from 'pg';
import { applicationOf, readerOf, requestOf } from './forms.mjs';
import { APPLICATIONS, asApplication, asTrial, READERS, REQUESTS, storeBatch, TRIALS } from './store.mjs';
import { trialOf } from './trials.mjs';

const BATCH = 20_000;
const CONNECTIONS = 2;

/** @param {string} databaseUrl @param {{ trials: number, seed?: number, until?: number, log?: (line: string) => void }} options */
export async function seedDatabase(databaseUrl, { trials, seed = 7, until = midnight(), log = () => {} }) {
  const plan = { seed, count: trials, until };
  const share = (part) => Math.ceil(trials / part);
  const of = (make, count) => (index) => make(plan, index, count);
  const kinds = [
    ['trial_signups', TRIALS, trials, (index) => asTrial(trialOf(plan, index))],
    ['trial_requests', REQUESTS, share(100), of(requestOf, share(100))],
    [
      'ambassador_applications',
      APPLICATIONS,
      share(200),
      (index) => asApplication(applicationOf(plan, index, share(200))),
    ],
    ['newsletter_subscriptions', READERS, share(20), of(readerOf, share(20))],
  ];
  const putBack = await connected(databaseUrl, setIndexesAside);
  for (const [table, statements, count, make] of kinds) {
    const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, batch) => batch * BATCH);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        connected(databaseUrl, async (client) => {
          for (let from; (from = starts.shift()) !== undefined;) {
            const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => make(from + offset));
            await storeBatch(client, table, statements, rows, [new Date(until)]);
            log(`${table}: ${Math.min(from + BATCH, count).toLocaleString('en')} of ${count.toLocaleString('en')}`);
          }
        }),
      ),
    );
  }
  await connected(databaseUrl, async (client) => {
    for (const definition of putBack) await client.query(definition);
    await client.query('VACUUM (ANALYZE)');
  });
}

/** Where nothing is yet, the indexes for lists and searches are made at the end at once, many times as fast as row by row. */
async function setIndexesAside(client) {
  const { rowCount } = await client.query('SELECT FROM trial_signups LIMIT 1');
  if (rowCount) return [];
  const { rows } = await client.query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'trial_signups' AND indexname ~ '_(search|newest|incomplete|by_[a-z]+)$'`,
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

/** A day that is over: nothing seeded lies in the future. */
const midnight = () => Math.floor(Date.now() / 86_400_000) * 86_400_000;

async function connected(connectionString, work) {
  const client = new pg.Client({ connectionString, application_name: 'lampstand-seed' });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET maintenance_work_mem = 524288; SET synchronous_commit = off');
    return await work(client);
  } finally {
    await client.end();
  }
}
