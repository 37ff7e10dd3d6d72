/** Sign-ups saved per second through the API, beside the same statements by `pg` alone against the same durable server. */
import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { startStack } from '../support/stack.mjs';
import { median, percentile } from '../support/numbers.mjs';

const CONCURRENCY = 32;
const ROUNDS = 5;
const ROUND_MS = 4000;
const REPLICAS = 2;

export const title = `Sign-ups saved: ${CONCURRENCY} at once, ${ROUNDS} rounds of ${ROUND_MS / 1000} s each way, ${REPLICAS} API processes, durable PostgreSQL`;

export default async function signups() {
  const stack = await startStack({ apis: REPLICAS });
  const api = throughTheApi(stack.apiUrls);
  const plain = byPgAlone(stack.databaseUrl);
  try {
    const ways = [
      { what: 'POST /api/trial-signup', save: api.save, rounds: [] },
      { what: 'the same SQL by pg alone', save: plain.save, rounds: [] },
    ];
    for (const { save } of ways) await round(save);
    for (let turn = 0; turn < ROUNDS; turn += 1) for (const way of ways) way.rounds.push(await round(way.save));
    const [ours, theirs] = ways.map(({ rounds }) => median(rounds.map(({ perSecond }) => perSecond)));
    return [
      ...ways.map(({ what, rounds }) => ({
        what,
        'per second (median)': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
        'p50 ms': median(rounds.map(({ p50 }) => p50)),
        'p99 ms': median(rounds.map(({ p99 }) => p99)),
      })),
      { what: 'API / pg', 'per second (median)': Number((ours / theirs).toFixed(2)) },
    ];
  } finally {
    api.close();
    await plain.close();
    await stack.stop();
  }
}

/** @param {(turn: number) => Promise<void>} save */
async function round(save) {
  const times = [];
  const begun = performance.now();
  const worker = async (index) => {
    for (let turn = index; performance.now() - begun < ROUND_MS; turn += 1) {
      const from = performance.now();
      await save(turn);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, index) => worker(index)));
  const perSecond = times.length / ((performance.now() - begun) / 1000);
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** @param {string[]} urls */
function throughTheApi(urls) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const save = (turn) =>
    new Promise((done, failed) => {
      const body = JSON.stringify(details());
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': key(),
      };
      const sent = request(
        `${urls[turn % urls.length]}/api/trial-signup`,
        { agent, method: 'POST', headers },
        (answer) => {
          answer.resume();
          answer.on('end', () =>
            answer.statusCode === 201 ? done() : failed(new Error(`answered ${answer.statusCode}`)),
          );
        },
      );
      sent.on('error', failed);
      sent.end(body);
    });
  return { save, close: () => agent.destroy() };
}

/** @param {string} connectionString */
function byPgAlone(connectionString) {
  const pool = new pg.Pool({ connectionString, max: CONCURRENCY });
  const save = async () => {
    const person = details();
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

const COLUMNS = ['firstName', 'lastName', 'email', 'phone', 'churchName', 'ministryName', 'churchCity', 'churchState',
  'position', 'churchSize', 'howHeardAbout', 'churchSoftware', 'gender', 'birthdate', 'message']; // prettier-ignore

const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const INSERT = `INSERT INTO trial_signups (state, journal_seq, selected_plan, id, created_at, last_seen_at, idempotency_key, browser_keys,
  ${COLUMNS.map(snake).join(', ')})
  VALUES ('phoneVerification', 1, 'tier_1_19', $1, $2, $2, $3, $4, ${COLUMNS.map((_, index) => `$${index + 5}`).join(', ')})`;

const key = () => randomBytes(16).toString('hex');

const details = () => ({
  firstName: 'Mary',
  lastName: 'Ann Lee',
  email: `pastor.${key()}@church.example`,
  phone: `${randomInt(201, 490)}${randomInt(2_000_000, 9_999_999)}`,
  churchName: 'Grace Chapel',
  ministryName: 'Lighthouse Students',
  churchCity: 'Austin',
  churchState: 'TX',
  position: 'Youth Pastor',
  churchSize: '100-250',
  howHeardAbout: 'A friend',
  churchSoftware: 'Planning Center',
  gender: 'F',
  birthdate: '1990-05-17',
  message: 'Looking forward to it.',
});
