/**
 * Adds realistic people to a migrated database, in bulk and next to existing data: the same rows for the same options, each
 * state with its journal.
 */
import { finished } from 'node:stream/promises';
import { ambassadorApplication, trialSignup } from '@lampstand/workflows';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { APPLICATIONS, READERS, REQUESTS } from './forms.ts';
import { withJournalSeq } from './journal.ts';
import { applicationOf, readerOf, requestOf, trialOf } from './rows.ts';
import { TRIALS } from './signups.ts';
import { QUEUE_ITEMS, SAVED_VIEWS, STAFF } from './staff.ts';
import type { Client } from 'pg';

type Row = Record<string, string | number | null>;

type Kind = { table: string; statements: string[]; count: number; rowAt: (index: number) => Row };

const BATCH = 20_000;
const CONNECTIONS = 2;

/** Copies rows into the temporary table `staged`, dropped at commit; missing columns get their defaults. */
async function stage(client: Client, table: string, rows: Row[]) {
  await client.query(`CREATE TEMP TABLE staged (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DROP`);
  const columns = Object.keys(rows[0] ?? {});
  const stream = client.query(copyFrom(`COPY staged (${columns.join(', ')}) FROM STDIN`));
  stream.end(rows.map((row) => columns.map((name) => cell(name, row[name] ?? null)).join('\t')).join('\n'));
  await finished(stream);
}

function cell(name: string, value: string | number | null) {
  if (value === null) return '\\N';
  if (name.endsWith('_at')) return new Date(value).toISOString();
  return String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/**
 * Stores one batch in one transaction.
 * @param parameters of the statements that contain $1
 */
async function storeBatch(client: Client, table: string, statements: string[], rows: Row[], parameters: unknown[]) {
  await client.query('BEGIN');
  await stage(client, table, rows);
  for (const statement of statements) await client.query(statement, statement.includes('$1') ? parameters : []);
  await client.query('COMMIT');
}

export async function seedDatabase(
  databaseUrl: string,
  {
    trials,
    seed = 7,
    until = midnight(),
    log = () => {},
  }: { trials: number; seed?: number; until?: number; log?: (line: string) => void },
) {
  const plan = { seed, count: trials, until };
  const [requests, applications, readers] = [Math.ceil(trials / 100), Math.ceil(trials / 200), Math.ceil(trials / 20)];
  const kinds: Kind[] = [
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
  const run = (statements: string[]) =>
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
 */
async function dropIndexesOfEmptyTable(client: pg.Client): Promise<string[]> {
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

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString, application_name: 'lampstand-seed' });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET maintenance_work_mem = 524288; SET synchronous_commit = off');
    return await work(client);
  } finally {
    await client.end();
  }
}
