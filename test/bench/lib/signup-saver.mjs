/** Saves a sign-up with the statements of the API, by `pg` alone. */
import { randomBytes, randomInt } from 'node:crypto';
import pg from 'pg';

/** @typedef {ReturnType<typeof import('./pastor.mjs').aPastor>} Pastor */

/** @param {string} connectionString @param {number} max connections */
export function signupSaver(connectionString, max) {
  const pool = new pg.Pool({ connectionString, max });
  const save = async (/** @type {Pastor} */ person, /** @type {string} */ idempotencyKey) => {
    const id = randomInt(2 ** 40, 2 ** 41);
    const now = new Date();
    const client = await pool.connect();
    try {
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
      return id;
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

export const key = () => randomBytes(16).toString('hex');
