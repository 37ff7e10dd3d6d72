/**
 * Adds realistic people to a migrated database, in bulk and next to existing data: the same rows for the same options, each
 * state with its journal.
 */
import pg from 'pg';
import { APPLICATIONS, READERS, REQUESTS } from './forms.ts';
import { TRIALS } from './signups.ts';
import { QUEUE_ITEMS, SAVED_VIEWS, STAFF } from './staff.ts';

const BATCH = 20_000;

interface Options {
  trials: number;
  seed?: number;
  /** In milliseconds. */
  until?: number;
  log?: (line: string) => void;
}

export async function seedDatabase(
  databaseUrl: string,
  { trials, seed = 7, until = midnight(), log = () => {} }: Options,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lampstand-seed' });
  await client.connect();
  const run = async (statements: string[], ...batch: number[]) => {
    const values = [new Date(until), ...batch];
    await client.query('BEGIN');
    for (const statement of statements)
      await client.query(
        statement,
        values.filter((_, at) => statement.includes(`$${at + 1}`)),
      );
    await client.query('COMMIT');
  };
  try {
    await client.query('SET statement_timeout = 0; SET maintenance_work_mem = 524288; SET synchronous_commit = off');
    const dropped = await dropIndexesOfEmptyTable(client);
    await run(STAFF);
    for (const [what, count, statements] of [
      ['sign-ups', trials, TRIALS],
      ['trial requests', Math.ceil(trials / 100), REQUESTS],
      ['ambassador applications', Math.ceil(trials / 200), APPLICATIONS],
      ['newsletter readers', Math.ceil(trials / 20), READERS],
    ] as const)
      for (let first = 0; first < count; first += BATCH) {
        const end = Math.min(first + BATCH, count);
        await run(statements, seed, count, first, end - 1);
        log(`${what}: ${end.toLocaleString('en')} of ${count.toLocaleString('en')}`);
      }
    await run([...SAVED_VIEWS, ...QUEUE_ITEMS]);
    for (const definition of dropped) await client.query(definition);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
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
