/** Activity events counted per second by the API, compared with inserting the same rows by `pg` alone. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { manySubscriptions, plainClient } from './lib/seeded.mjs';
import { poster, ROUNDS_LABEL, sideBySide } from './lib/measure.mjs';
import { startStack } from '../support/stack.mjs';

const ACCOUNTS = 1000;
const BATCH = 1000;
const AT_ONCE = 4;

export const title = `Activity: batches of ${BATCH} new events over ${ACCOUNTS} accounts, ${AT_ONCE} at once, ${ROUNDS_LABEL}, 2 API processes, durable PostgreSQL`;

export default async function activity() {
  const stack = await startStack({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  const api = poster(stack.apiUrls, AT_ONCE);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: AT_ONCE });
  try {
    const client = await plainClient(stack.databaseUrl);
    await manySubscriptions(client, ACCOUNTS);
    await client.end();
    const { INTERNAL_TOKEN } = JSON.parse(await readFile(path.join(stack.home, 'secrets.json'), 'utf8'));
    const authorization = `Bearer ${INTERNAL_TOKEN}`;
    const ours = async (/** @type {number} */ turn) => {
      const body = JSON.stringify({ events: batch() });
      const answer = JSON.parse(await api.post(turn, '/api/internal/activity', body, { authorization }, 200));
      if (answer.counted !== BATCH) throw new Error(`Counted ${answer.counted} of ${BATCH}`);
    };
    const theirs = async () => {
      const rows = batch();
      await pool.query(INSERT, [
        rows.map(({ accountId }) => accountId),
        rows.map(({ userId }) => userId),
        rows.map(({ at }) => at),
      ]);
    };
    return await sideBySide(
      [
        { what: 'POST /api/internal/activity, events', work: ours },
        { what: 'INSERT … ON CONFLICT DO NOTHING by pg alone, rows', work: theirs },
      ],
      { atOnce: AT_ONCE, each: BATCH },
    );
  } finally {
    api.close();
    await pool.end();
    await stack.stop();
  }
}

const INSERT = `INSERT INTO active_users (subscription_id, month, user_id, first_at)
  SELECT id, 0, user_id, at FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS event (id, user_id, at) ON CONFLICT DO NOTHING`;

let events = 0;

/** Events of new users, spread over the accounts. */
function batch() {
  const at = new Date().toISOString();
  return Array.from({ length: BATCH }, () => {
    events += 1;
    return { accountId: 1 + ((events * 7919) % ACCOUNTS), userId: `user-${events}`, kind: 'message.sent', at };
  });
}
