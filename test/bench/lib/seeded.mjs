/** Stacks and databases with many rows, for measurements. */
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { BilledMonths } from '../../../apps/api/dist/admin/reports/billed-months.js';
import { SignupCounts } from '../../../apps/api/dist/admin/reports/signup-counts.js';
import { seedDatabase } from '../../../tools/seed/seed-database.mjs';
import { startStack } from '../../support/stack.mjs';

const PASSWORD = 'measure twice, cut once';
const EMAIL = 'bench@lampstand.example';

export const TRIALS = Number(process.env.BENCH_TRIALS ?? 1_000_000);

/**
 * A stack with seeded sign-ups and a signed-in administrator. BENCH_TRIALS sets their number; BENCH_DATABASE_URL is a database
 * that `npm run seed` has filled already.
 */
export async function seededStack() {
  // No sweeps during the measurement: they would erase the older half of the rows.
  const env = { SWEEP_INTERVAL_SECONDS: '3600' };
  const stack = await startStack({ databaseUrl: process.env.BENCH_DATABASE_URL, env });
  try {
    if (!process.env.BENCH_DATABASE_URL) await seedDatabase(stack.databaseUrl, { trials: TRIALS });
    await stack.query(
      `INSERT INTO staff_accounts (email, role, password_hash, created_at) VALUES ($1, 'administrator', $2, now())
       ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash`,
      [EMAIL, await hash(PASSWORD)],
    );
    const answer = await fetch(`${stack.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    if (!answer.ok) throw new Error(`The sign-in failed: ${answer.status} ${await answer.text()}`);
    return { stack, cookie };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** A connection by `pg` alone, without the product. @param {string} connectionString */
export async function plainClient(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/**
 * Writes subscriptions in the free trial into the database, without sign-up, journal or account. Their ids are 1 to `count`;
 * each trial ends 8 to 29 days from now, so that no notice is due.
 * @param {import('pg').Client} client of a superuser, because it skips the triggers of the journal
 * @param {number} count
 */
export async function manySubscriptions(client, count) {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(
    `INSERT INTO subscriptions (id, state, journal_seq, stripe_id, customer_id, price_id, plan, trial_ends_at, period_ends_at,
                                closes_at, notice_at, check_at, created_at)
     SELECT id, 'trialing', 1, 'sub_' || id, 'cus_' || id, 'price_bench', 'tier_1_19', ends, ends, ends,
            ends - interval '168 hours', ends, ends - interval '720 hours'
       FROM (SELECT id, date_trunc('second', now()) + interval '8 days' + (id % 1814400) * interval '1 second' AS ends
               FROM generate_series(1, $1::bigint) AS id) AS trials`,
    [count],
  );
  await client.query('COMMIT');
  await client.query('VACUUM (ANALYZE) subscriptions');
}

/** Runs the sweeps of the reports alone, because the others would erase what was seeded. @param {string} url */
export async function keepCounts(url) {
  const began = performance.now();
  const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
  const sweeper = /** @type {any} */ ({ every() {} });
  const settings = /** @type {any} */ ({ ORG_TIME_ZONE: 'America/Chicago' });
  await new SignupCounts(dataSource, sweeper, settings).update();
  await new BilledMonths(dataSource, sweeper, settings).update();
  await dataSource.destroy();
  console.log(`Sign-ups and paid invoices were counted in ${Math.round((performance.now() - began) / 1000)} s.`);
}
