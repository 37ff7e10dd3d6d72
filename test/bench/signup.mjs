/** Sign-ups saved per second by the API, compared with the same statements by `pg` alone. */
import { randomBytes, randomInt } from 'node:crypto';
import pg from 'pg';
import { poster, ROUNDS_LABEL, sideBySide } from './lib/measure.mjs';
import { aPastor } from './lib/pastor.mjs';
import { startStack } from '../support/stack.mjs';

const AT_ONCE = 32;

export const title = `Sign-ups saved: ${AT_ONCE} at once, ${ROUNDS_LABEL}, 2 API processes, durable PostgreSQL`;

export default async function signups() {
  const stack = await startStack();
  const api = poster(stack.apiUrls, AT_ONCE);
  const plain = byPgAlone(stack.databaseUrl);
  const save = (/** @type {number} */ turn) =>
    api.post(turn, '/api/trial-signup', JSON.stringify(aPastor()), { 'idempotency-key': key() }, 201);
  try {
    return await sideBySide(
      { what: 'POST /api/trial-signup', work: save },
      { what: 'the same SQL by pg alone', work: plain.save },
      { atOnce: AT_ONCE },
    );
  } finally {
    api.close();
    await plain.close();
    await stack.stop();
  }
}

/** @param {string} connectionString */
function byPgAlone(connectionString) {
  const pool = new pg.Pool({ connectionString, max: AT_ONCE });
  const save = async () => {
    const person = aPastor();
    const id = randomInt(2 ** 40, 2 ** 41);
    const now = new Date();
    const client = await pool.connect();
    try {
      const idempotencyKey = key();
      await client.query(
        `SELECT 1 FROM users WHERE (phone = $1 AND status IN ('active', 'closed')) OR (email_key = $2 AND status IN ('active', 'closed')) LIMIT 1`,
        [person.phone, person.email],
      );
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, detail, at)
         VALUES ('trial-signup', '1', $1, 1, 'signup.saved', 'registration', 'phoneVerification', 'visitor', $2, '{}', $3)`,
        [id, idempotencyKey, now],
      );
      await client.query(INSERT, [id, now, idempotencyKey, [key()], ...COLUMNS.map((name) => person[name])]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
  return { save, close: () => pool.end() };
}

const COLUMNS = /** @type {const} */ (['firstName', 'lastName', 'email', 'phone', 'churchName', 'ministryName', 'churchCity', 'churchState',
  'position', 'churchSize', 'howHeardAbout', 'churchSoftware', 'gender', 'birthdate', 'message']); // oxfmt-ignore

const snake = (/** @type {string} */ name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const INSERT = `INSERT INTO trial_signups (state, journal_seq, selected_plan, id, created_at, last_seen_at, idempotency_key, browser_keys,
  ${COLUMNS.map(snake).join(', ')})
  VALUES ('phoneVerification', 1, 'tier_1_19', $1, $2, $2, $3, $4, ${COLUMNS.map((_, index) => `$${index + 5}`).join(', ')})`;

const key = () => randomBytes(16).toString('hex');
