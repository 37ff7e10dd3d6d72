/**
 * Adds realistic people to a migrated database, in bulk and next to existing data: the same rows for the same options, each
 * state with its journal.
 */
import { finished } from 'node:stream/promises';
import {
  ambassadorApplication,
  initialStateOf,
  transitionsOf,
  subscriptionLife,
  trialSignup,
} from '@lampstand/workflows';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applicationOf, readerOf, requestOf, trialOf } from './rows.mjs';

/**
 * @typedef {typeof trialSignup | typeof ambassadorApplication | typeof subscriptionLife} Chart
 * @typedef {ReturnType<typeof transitionsOf>[number]} Transition
 * @typedef {Record<string, string | number | null>} Row
 * @typedef {{ table: string, statements: string[], count: number, rowAt: (index: number) => Row }} Kind
 */

const BATCH = 20_000;
const CONNECTIONS = 2;

/** Per chart, the shortest path to each state. @type {Map<string, Map<string, Transition[]>>} */
const paths = new Map();

/**
 * Copies rows into the temporary table `staged`, dropped at commit; missing columns get their defaults.
 * @param {import('pg').Client} client @param {string} table @param {Row[]} rows
 */
async function stage(client, table, rows) {
  await client.query(`CREATE TEMP TABLE staged (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DROP`);
  const columns = Object.keys(rows[0] ?? {});
  const stream = client.query(copyFrom(`COPY staged (${columns.join(', ')}) FROM STDIN`));
  stream.end(rows.map((row) => columns.map((name) => cell(name, row[name] ?? null)).join('\t')).join('\n'));
  await finished(stream);
}

/** @param {string} name @param {string | number | null} value */
function cell(name, value) {
  if (value === null) return '\\N';
  if (name.endsWith('_at')) return new Date(value).toISOString();
  return String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Skips sign-ups that exist already or whose phone or email has an account. */
const TRIALS = [
  `DELETE FROM staged WHERE EXISTS (SELECT FROM trial_signups WHERE trial_signups.id = staged.id)
      OR state = 'success' AND EXISTS (SELECT FROM users WHERE users.phone = staged.phone OR email_key = lower(staged.email))`,
  journalOf(trialSignup, {
    'signup.saved': 'created_at',
    'phone.verified': 'phone_verified_at',
    'account.existed': 'phone_verified_at',
    'card.saved': 'card_saved_at',
  }),
  `INSERT INTO trial_signups SELECT * FROM staged ORDER BY created_at`,
  `ALTER TABLE staged ADD church_no int`,
  `UPDATE staged SET church_no = nextval(pg_get_serial_sequence('churches', 'id')) WHERE state = 'success'`,
  `INSERT INTO churches (id, name, ministry_name, city, state, size, software, created_at) OVERRIDING SYSTEM VALUE
   SELECT church_no, church_name, ministry_name, church_city, church_state, church_size, church_software, created_at
     FROM staged WHERE church_no IS NOT NULL`,
  `INSERT INTO users (trial_id, church_id, status, first_name, last_name, email, email_key, phone, position, gender,
      birthdate, stripe_customer_id, created_at, opened_at)
   SELECT id, church_no, CASE WHEN ${hasLeft()} THEN 'closed' ELSE 'active' END, first_name, last_name, email,
          lower(email), phone, position, gender, birthdate, stripe_customer_id, card_saved_at, card_saved_at
     FROM staged WHERE church_no IS NOT NULL ORDER BY church_no`,
  `ALTER TABLE staged ADD life text`,
  `UPDATE staged SET life = CASE WHEN ${hasLeft()} THEN 'canceled' WHEN trial_ends_at > $1 THEN 'trialing'
                                 WHEN id % 41 = 0 THEN 'pastDue' ELSE 'active' END WHERE church_no IS NOT NULL`,
  `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
   SELECT '${subscriptionLife.id}', '${subscriptionLife.version}', id, 1, 'trial.started', 'unstarted', 'trialing', 'job', 'seed', card_saved_at
     FROM staged WHERE life IS NOT NULL
    UNION ALL SELECT '${subscriptionLife.id}', '${subscriptionLife.version}', id, 2, 'became.' || life, 'trialing', life, 'job', 'seed', trial_ends_at
     FROM staged WHERE life <> 'trialing' ORDER BY 4`,
  // The provider does not know these subscriptions, so nothing of them is ever due.
  `INSERT INTO subscriptions (id, state, journal_seq, stripe_id, customer_id, price_id, plan, trial_ends_at, period_ends_at, closes_at, card, created_at)
   SELECT id, life, CASE life WHEN 'trialing' THEN 1 ELSE 2 END, replace(stripe_customer_id, 'cus_', 'sub_'), stripe_customer_id,
          coalesce((SELECT prices.id FROM prices WHERE tier = selected_plan AND sold), 'price_seed_' || selected_plan), selected_plan,
          trial_ends_at, trial_ends_at + ceil(greatest(0, extract(epoch FROM $1 - trial_ends_at)) / 2629800) * interval '1 month',
          '9999-01-01', card, card_saved_at
     FROM staged WHERE life IS NOT NULL`,
];

const APPLICATIONS = [
  `DELETE FROM staged WHERE EXISTS (SELECT FROM ambassador_applications WHERE ambassador_applications.id = staged.id)`,
  journalOf(ambassadorApplication, {
    'application.submitted': 'created_at',
    'application.approved': 'decided_at',
    'application.declined': 'decided_at',
  }),
  `INSERT INTO ambassador_applications SELECT * FROM staged`,
];

const REQUESTS = [`INSERT INTO trial_requests SELECT * FROM staged ON CONFLICT DO NOTHING`];
const READERS = [`INSERT INTO newsletter_subscriptions SELECT * FROM staged ON CONFLICT DO NOTHING`];

/** Every sixth subscription is canceled after its trial; `$1` is the end of the seeded time. */
function hasLeft() {
  return `trial_ends_at <= $1 AND id % 6 = 0`;
}

/** Inserts the shortest path to each row's state, dated by the columns. @param {Chart} chart @param {Record<string, string>} datedBy */
function journalOf(chart, datedBy) {
  const transitions = Object.keys(chart.states).flatMap((state) =>
    shortestPath(chart, state).map(
      ({ from, event, to }, index) => `('${[state, event, from, to].join("', '")}', ${index + 1})`,
    ),
  );
  const dates = Object.entries(datedBy).map(([event, column]) => `WHEN '${event}' THEN ${column}`);
  return `
    INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
    SELECT '${chart.id}', '${chart.version}', id, seq, event, from_state, to_state,
           CASE WHEN event ~ 'opened|existed' THEN 'job' WHEN event ~ 'cancelled|review|approved|declined' THEN 'admin' ELSE 'visitor' END,
           'seed', coalesce(CASE event ${dates.join(' ')} END, last_at)
      FROM (SELECT *, greatest(created_at, ${Object.values(datedBy).join(', ')}) AS last_at FROM staged) AS staged
      JOIN (VALUES ${transitions.join(', ')}) AS transitions (state, event, from_state, to_state, seq) USING (state)
     ORDER BY created_at, id, seq`;
}

/** @param {Row & { state: string }} row @returns {Row} */
const asTrial = (row) => withJournalSeq(trialSignup, row);
/** @param {Row & { state: string }} row @returns {Row} */
const asApplication = (row) => withJournalSeq(ambassadorApplication, row);

/** The row with the number of its last journal entry. @param {Chart} chart @param {Row & { state: string }} row */
const withJournalSeq = (chart, row) => ({ ...row, journal_seq: shortestPath(chart, row.state).length });

/** @param {Chart} chart @param {string} state */
function shortestPath(chart, state) {
  const known = paths.get(chart.id) ?? shortestPaths(chart);
  paths.set(chart.id, known);
  return known.get(state) ?? [];
}

/** @param {Chart} chart */
function shortestPaths(chart) {
  const transitions = transitionsOf(chart);
  /** @type {Map<string, Transition[]>} */
  const found = new Map([[initialStateOf(chart), []]]);
  for (const [from, path] of found)
    for (const each of transitions) if (each.from === from && !found.has(each.to)) found.set(each.to, [...path, each]);
  return found;
}

/**
 * Stores one batch in one transaction.
 * @param {import('pg').Client} client @param {string} table @param {string[]} statements @param {Row[]} rows
 * @param {unknown[]} parameters of the statements that contain $1
 */
async function storeBatch(client, table, statements, rows, parameters) {
  await client.query('BEGIN');
  await stage(client, table, rows);
  for (const statement of statements) await client.query(statement, statement.includes('$1') ? parameters : []);
  await client.query('COMMIT');
}

/** @param {string} databaseUrl @param {{ trials: number, seed?: number, until?: number, log?: (line: string) => void }} options */
export async function seedDatabase(databaseUrl, { trials, seed = 7, until = midnight(), log = () => {} }) {
  const plan = { seed, count: trials, until };
  const [requests, applications, readers] = [Math.ceil(trials / 100), Math.ceil(trials / 200), Math.ceil(trials / 20)];
  /** @type {Kind[]} */
  const kinds = [
    { table: 'trial_signups', statements: TRIALS, count: trials, rowAt: (index) => asTrial(trialOf(plan, index)) },
    {
      table: 'trial_requests',
      statements: REQUESTS,
      count: requests,
      rowAt: (index) => requestOf(plan, index, requests),
    },
    {
      table: 'ambassador_applications',
      statements: APPLICATIONS,
      count: applications,
      rowAt: (index) => asApplication(applicationOf(plan, index, applications)),
    },
    {
      table: 'newsletter_subscriptions',
      statements: READERS,
      count: readers,
      rowAt: (index) => readerOf(plan, index, readers),
    },
  ];
  const dropped = await connected(databaseUrl, dropIndexesOfEmptyTable);
  for (const { table, statements, count, rowAt } of kinds) {
    const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, batch) => batch * BATCH);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        connected(databaseUrl, async (client) => {
          for (let from = starts.shift(); from !== undefined; from = starts.shift()) {
            const first = from;
            const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => rowAt(first + offset));
            await storeBatch(client, table, statements, rows, [new Date(until)]);
            log(`${table}: ${Math.min(first + BATCH, count).toLocaleString('en')} of ${count.toLocaleString('en')}`);
          }
        }),
      ),
    );
  }
  await connected(databaseUrl, async (client) => {
    for (const definition of dropped) await client.query(definition);
    await client.query('VACUUM (ANALYZE)');
  });
}

/**
 * Drops the indexes for lists and searches of an empty table and returns their definitions: building them at the end is
 * many times faster.
 * @param {pg.Client} client
 * @returns {Promise<string[]>}
 */
async function dropIndexesOfEmptyTable(client) {
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

/**
 * @template T
 * @param {string} connectionString
 * @param {(client: pg.Client) => Promise<T>} work
 */
async function connected(connectionString, work) {
  const client = new pg.Client({ connectionString, application_name: 'lampstand-seed' });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET maintenance_work_mem = 524288; SET synchronous_commit = off');
    return await work(client);
  } finally {
    await client.end();
  }
}
