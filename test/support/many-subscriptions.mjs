/**
 * Subscriptions in the free trial, written straight into the database for measurements: no sign-up, journal or account is
 * behind them. Their ids are 1 to `count`; each trial ends 8 to 29 days from now, so that no notice is due.
 * @param {import('pg').Client} client of a superuser: the guards of the journal are left out
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
