/** Row locks that a test holds while the product waits for them. */
import pg from 'pg';
import { eventually, type Stack } from '../support/index.ts';

/** Locks the row of a sign-up until `release`. Those that wait for it then get it in the order in which they came. */
export async function aLockedTrial(stack: Stack, id: number) {
  const client = new pg.Client(stack.databaseUrl);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM trial_signups WHERE id = $1 FOR UPDATE', [id]);
  return {
    /** Waits until this many connections wait for the lock of a sign-up. */
    hasWaiting: (count: number) =>
      eventually(async () => {
        const waiting = await stack.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"TrialSignup"%'`,
        );
        return waiting.length === count;
      }),
    release: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}
