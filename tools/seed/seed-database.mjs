/**
 * Adds realistic people to a migrated database, in bulk and next to existing data: the same rows for the same options, each
 * state with its journal.
 */
import { finished } from 'node:stream/promises';
import { ambassadorApplication, trialSignup } from '@lampstand/workflows';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { APPLICATIONS, READERS, REQUESTS } from './forms.mjs';
import { withJournalSeq } from './journal.mjs';
import { applicationOf, readerOf, requestOf, trialOf } from './rows.mjs';
import { TRIALS } from './signups.mjs';
import { QUEUE_ITEMS, SAVED_VIEWS, STAFF } from './staff.mjs';

/**
 * @typedef {Record<string, string | number | null>} Row
 * @typedef {{ table: string, statements: string[], count: number, rowAt: (index: number) => Row }} Kind
 */

const BATCH = 20_000;
const CONNECTIONS = 2;

/**
 * Copies rows into the temporary table `staged`, dropped at commit; missing columns get their defaults.
 * @param {import('pg').Client} client @param {string} table @param {Row[]} rows
 */
async function stage(client, table, rows) {
  await client.query(`CREATE TEMP TABLE staged (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DROP`);
  const columns = Object.keys(rows[0] ?? {});
  const stream = client.query(copyFrom(`COPY staged (${columns.join(', ')}) FROM STDIN`));
  stream.end(rows.map((row) => columns.map((name) => cell(name, row[name] ?? null)).join('\t')).join('\n'));
  await finished(stream);
}

/** @param {string} name @param {string | number | null} value */
function cell(name, value) {
  if (value === null) return '\\N';
  if (name.endsWith('_at')) return new Date(value).toISOString();
  return String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/**
 * Stores one batch in one transaction.
 * @param {import('pg').Client} client @param {string} table @param {string[]} statements @param {Row[]} rows
 * @param {unknown[]} parameters of the statements that contain $1
 */
async function storeBatch(client, table, statements, rows, parameters) {
  await client.query('BEGIN');
  await stage(client, table, rows);
  for (const statement of statements) await client.query(statement, statement.includes('$1') ? parameters : []);
  await client.query('COMMIT');
}

/** @param {string} databaseUrl @param {{ trials: number, seed?: number, until?: number, log?: (line: string) => void }} options */
export async function seedDatabase(databaseUrl, { trials, seed = 7, until = midnight(), log = () => {} }) {
  const plan = { seed, count: trials, until };
  const [requests, applications, readers] = [Math.ceil(trials / 100), Math.ceil(trials / 200), Math.ceil(trials / 20)];
  /** @type {Kind[]} */
  const kinds = [
    {
      table: 'trial_signups',
      statements: TRIALS,
      count: trials,
      rowAt: (index) => withJournalSeq(trialSignup, trialOf(plan, index)),
    },
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
      rowAt: (index) => withJournalSeq(ambassadorApplication, applicationOf(plan, index, applications)),
    },
    {
      table: 'newsletter_subscriptions',
      statements: READERS,
      count: readers,
      rowAt: (index) => readerOf(plan, index, readers),
    },
  ];
  const run = (/** @type {string[]} */ statements) =>
    connected(databaseUrl, async (client) => {
      for (const statement of statements)
        await client.query(statement, statement.includes('$1') ? [new Date(until)] : []);
    });
  const dropped = await connected(databaseUrl, dropIndexesOfEmptyTable);
  await run(STAFF);
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
  await run([...SAVED_VIEWS, ...QUEUE_ITEMS]);
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
