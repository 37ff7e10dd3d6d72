/**
 * A stack with lifelike data and a signed-in administrator, for measurements. BENCH_TRIALS makes it smaller;
 * BENCH_DATABASE_URL is a database that `npm run seed` has filled already.
 */
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { seedDatabase } from '../../tools/seed/seed-database.mjs';
import { startStack } from './stack.mjs';

const PASSWORD = 'measure twice, cut once';
const EMAIL = 'bench@lampstand.example';

export const TRIALS = Number(process.env.BENCH_TRIALS ?? 1_000_000);

export async function seededStack() {
  // No sweep while it is measured: retention would forget the older half of what was seeded.
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
    if (!answer.ok) throw new Error(`Nobody was signed in: ${answer.status} ${await answer.text()}`);
    return { stack, cookie };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** A connection beside the product, as a program would have that uses `pg` alone. */
export async function plainClient(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
