/** What must hold after any failure. Reads the database and the providers' ledger, never the product's API. */
import { CHARTS, transition } from '@lampstand/workflows';
import { IN_THE_DATABASE } from './database.mjs';
import { wrongMails } from './mails.mjs';
import { inTheLedger } from './providers.mjs';

/**
 * @typedef {object} Allowed
 * @property {boolean} [copiesOfMails] allows copies with the same Message-ID: SMTP delivers at least once if a connection
 *   breaks after the server took the mail
 * @property {number} [jobsOfDays] how many days finished jobs are kept; older jobs are not checked
 */

/** The sentence of each invariant. */
export const INVARIANTS = {
  I1: 'every acknowledged sign-up and application has its row',
  I2: 'one customer, one subscription, one account for a trial, a phone, an email',
  I3: 'only accounts are charged, and no card is kept without one',
  I4: 'nothing is charged before the trial ends, and it lasts 30 days',
  I6: 'an account is open only with phone, card, plan and age proven',
  I7: 'every journal is a path of its chart and ends where its subject stands',
  I8: 'each mail went out once, to the right address, when it was due',
  I11: 'no code was accepted twice or tried more than five times',
  I12: 'whatever we have stored as paid or ended is so at the provider',
  I13: 'no job is lost',
  I18: 'each subscription has the plan and price that was agreed',
  I19: 'the reason of a decline that a sign-up has is its last one',
};

/**
 * Every broken invariant as a sentence. Call it when the stack has settled.
 * @typedef {Pick<import('../support/index.ts').Stack, 'query' | 'sandbox'>} View
 * @param {View} stack
 * @param {Allowed} [allowed]
 * @returns {Promise<string[]>}
 */
export async function violations(stack, { copiesOfMails = false, jobsOfDays } = {}) {
  const world = await look(stack);
  return [
    ...(await inTheDatabase(stack)),
    ...(await lostJobs(stack, jobsOfDays)),
    ...inTheLedger(world),
    ...wrongMails(world, copiesOfMails),
  ];
}

/** `npm run seed` marks its rows. The provider does not know them, and no job was requested for them. @param {string} id */
const notSeeded = (id) =>
  `NOT EXISTS (SELECT FROM workflow_journal WHERE subject_id = ${id} AND seq = 1 AND request_id = 'seed')`;

/** @param {View} stack @returns {Promise<import('./providers.mjs').World>} */
async function look({ sandbox, query }) {
  const [ledger, trials, users, corrections, sentMails, notes, subscriptions, payments] = await Promise.all([
    sandbox.ledger(),
    query(`SELECT * FROM trial_signups WHERE ${notSeeded('trial_signups.id')}`),
    query(`SELECT * FROM users WHERE ${notSeeded('trial_id')}`),
    query(`SELECT trial_id, previous FROM trial_corrections WHERE field = 'email'`),
    query('SELECT key, subject_id, message_id, outcome FROM sent_mails'),
    query(
      `SELECT note, subject_id, at FROM workflow_journal WHERE flow = 'subscription-life' AND note IS NOT NULL ORDER BY id`,
    ),
    query(`SELECT id, stripe_id, state FROM subscriptions WHERE ${notSeeded('subscriptions.id')}`),
    query(`SELECT id, status, paid_in_cents FROM payments WHERE ${notSeeded('subscription_id')}`),
  ]);
  return {
    ledger,
    trials,
    users,
    corrections,
    sentMails,
    notes,
    subscriptions,
    payments,
  };
}

/** @param {View} stack */
async function inTheDatabase({ query }) {
  const checks = Object.entries(IN_THE_DATABASE).map(async ([sentence, sql]) =>
    (await query(sql)).map(({ found }) => `${sentence}: ${found}`),
  );
  return (await Promise.all(checks)).flat();
}

const CARD_EVENTS = ['setup_intent.succeeded', 'setup_intent.setup_failed', 'checkout.session.completed'];
const REQUEST_MAILS = ['sendTrialRequestReceived', 'sendTrialRequestToStaff'];

/**
 * The effects of a journaled transition; of a row of another version of the chart, none are known.
 * @param {{ flow: string, version: string, from_state: string, event: string }} row
 */
function effectsOf({ flow, version, from_state, event }) {
  const chart = CHARTS.find(({ id, version: present }) => id === flow && present === version);
  return (chart && transition(chart, from_state, event)?.effects) ?? [];
}

/** I13: each effect of a transition, each trial request and each card event has its job. @param {View} stack @param {number} [days] */
async function lostJobs({ query, sandbox }, days) {
  const { offsetMs } = await sandbox.call('clock');
  const since = days ? new Date(Date.now() + offsetMs - days * 86_400_000) : new Date(0);
  const transitions = await query(
    `SELECT flow, version, subject_id, from_state, event FROM workflow_journal
      WHERE seq IS NOT NULL AND at >= $1 AND request_id <> 'seed'`,
    [since],
  );
  const events = await query('SELECT object_id FROM stripe_events WHERE type = ANY($2) AND received_at >= $1', [
    since,
    CARD_EVENTS,
  ]);
  const requests = await query(
    `SELECT id FROM trial_requests WHERE created_at >= $1 AND repeat_key NOT LIKE 'seed-request-%'`,
    [since],
  );
  const owed = [
    ...transitions.flatMap((each) => effectsOf(each).map((effect) => `${effect} of ${each.subject_id}`)),
    ...requests.flatMap(({ id }) => REQUEST_MAILS.map((job) => `${job} of ${id}`)),
    ...events.map(({ object_id }) => `cardNews of ${object_id}`),
  ];
  // A job that was requested again while it waited is one row with a count.
  const jobs = await query(`SELECT name, data->>'subjectId' AS subject
    FROM (SELECT name, data FROM pgboss.job UNION ALL SELECT name, data FROM pgboss.archive) jobs,
         generate_series(1, coalesce((data->>'asked')::int, 1))`);
  const there = tally(jobs.map(({ name, subject }) => `${name} of ${subject}`));
  return [...tally(owed)]
    .filter(([job, count]) => (there.get(job) ?? 0) < count)
    .map(([job, count]) => `I13 a job is lost: ${job}, ${there.get(job) ?? 0} of ${count}`);
}

/** @template T @param {T[]} things @returns {Map<T, number>} */
export function tally(things) {
  /** @type {Map<T, number>} */
  const counts = new Map();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}
