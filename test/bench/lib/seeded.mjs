/** Stacks and databases with many rows, for measurements. */
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { seedDatabase } from '../../../tools/seed/seed-database.ts';
import { startStack } from '../../support/stack.mjs';

const PASSWORD = 'measure twice, cut once';
const EMAIL = 'bench@lampstand.example';

export const TRIALS = Number(process.env.BENCH_TRIALS ?? 100_000);

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
      `INSERT INTO staff_accounts (email, name, role, password_hash, created_at) VALUES ($1, $1, 'administrator', $2, now())
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
