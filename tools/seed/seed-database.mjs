// @ts-check
/** Adds realistic people to a migrated database: the same rows for the same options, next to existing data. */
import pg from 'pg';
import { applicationOf, readerOf, requestOf, trialOf } from './rows.mjs';
import { APPLICATIONS, asApplication, asTrial, READERS, REQUESTS, storeBatch, TRIALS } from './store.mjs';

/** @typedef {{ table: string, statements: string[], count: number, rowAt: (index: number) => import('./store.mjs').Row }} Kind */

const BATCH = 20_000;
const CONNECTIONS = 2;

/** @param {string} databaseUrl @param {{ trials: number, seed?: number, until?: number, log?: (line: string) => void }} options */
export async function seedDatabase(databaseUrl, { trials, seed = 7, until = midnight(), log = () => {} }) {
  const plan = { seed, count: trials, until };
  const [requests, applications, readers] = [Math.ceil(trials / 100), Math.ceil(trials / 200), Math.ceil(trials / 20)];
  /** @type {Kind[]} */
  const kinds = [
    { table: 'trial_signups', statements: TRIALS, count: trials, rowAt: (index) => asTrial(trialOf(plan, index)) },
    {
      table: 'trial_requests',
      statements: REQUESTS,
      count: requests,
      rowAt: (index) => requestOf(plan, index, requests),
    },
    {
      table: 'ambassador_applications',
      statements: APPLICATIONS,
      count: applications,
      rowAt: (index) => asApplication(applicationOf(plan, index, applications)),
    },
    {
      table: 'newsletter_subscriptions',
      statements: READERS,
      count: readers,
      rowAt: (index) => readerOf(plan, index, readers),
    },
  ];
  const dropped = await connected(databaseUrl, dropIndexesOfEmptyTable);
  for (const { table, statements, count, rowAt } of kinds) {
    const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, batch) => batch * BATCH);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        connected(databaseUrl, async (client) => {
          for (let from = starts.shift(); from !== undefined; from = starts.shift()) {
            const first = from;
            const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => rowAt(first + offset));
            await storeBatch(client, table, statements, rows, [new Date(until)]);
            log(`${table}: ${Math.min(first + BATCH, count).toLocaleString('en')} of ${count.toLocaleString('en')}`);
          }
        }),
      ),
    );
  }
  await connected(databaseUrl, async (client) => {
    for (const definition of dropped) await client.query(definition);
    await client.query('VACUUM (ANALYZE)');
  });
}

/**
 * Drops the indexes for lists and searches of an empty table and returns their definitions: building them at the end is
 * many times faster.
 * @param {pg.Client} client
 * @returns {Promise<string[]>}
 */
async function dropIndexesOfEmptyTable(client) {
  const { rowCount } = await client.query('SELECT FROM trial_signups LIMIT 1');
  if (rowCount) return [];
  const { rows } = await client.query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'trial_signups' AND indexname ~ '_(search|newest|incomplete|by_[a-z]+)$'`,
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

/** The start of today (UTC): no seeded row is in the future. */
const midnight = () => Math.floor(Date.now() / 86_400_000) * 86_400_000;

/**
 * @template T
 * @param {string} connectionString
 * @param {(client: pg.Client) => Promise<T>} work
 */
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
