/** What must hold after any failure. Reads the database and the providers' records, never the product's API. */
import { CHARTS, transition } from '@lampstand/workflows';
import { ADDS_EACH } from '../../apps/api/src/platform/jobs/queues.ts';
import { deadLettersOf, jobsOf } from '../builders/jobs.ts';
import { IN_THE_DATABASE, OF_JOBS } from './database.mjs';
import { wrongMails } from './mails.mjs';
import { inTheRecords } from './providers.mjs';

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
  const owed = await owedJobs(stack, jobsOfDays);
  // After what requested them.
  const jobs = await jobsOf(stack);
  return [
    ...(await inTheDatabase(stack, [...jobs, ...(await deadLettersOf(stack))])),
    ...lostJobs(owed, jobs),
    ...inTheRecords(world),
    ...wrongMails(world, copiesOfMails),
  ];
}

/** `npm run seed` marks its rows. The provider does not know them, and no job was requested for them. @param {string} id */
const notSeeded = (id) =>
  `NOT EXISTS (SELECT FROM workflow_journal WHERE subject_id = ${id} AND seq = 1 AND request_id = 'seed')`;

/** @param {View} stack @returns {Promise<import('./providers.mjs').World>} */
async function look({ sandbox, query }) {
  const [records, trials, users, corrections, sentMails, notes, subscriptions, payments] = await Promise.all([
    sandbox.records(),
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
    records,
    trials,
    users,
    corrections,
    sentMails,
    notes,
    subscriptions,
    payments,
  };
}

/** @param {View} stack @param {Job[]} jobs */
async function inTheDatabase({ query }, jobs) {
  const rows = jobs.map(({ id, name, data, state, sourceId, createdOn, startedOn, completedOn }) => ({
    id,
    queue: name,
    subject: data.subjectId,
    request: data.requestId,
    state,
    source: sourceId,
    created_on: createdOn,
    started_on: startedOn,
    completed_on: completedOn,
  }));
  const broken = (/** @type {Record<string, string>} */ rules, /** @type {unknown[]} */ values) =>
    Object.entries(rules).map(async ([sentence, sql]) =>
      (await query(sql, values)).map(({ found }) => `${sentence}: ${found}`),
    );
  const checks = await Promise.all([...broken(IN_THE_DATABASE, []), ...broken(OF_JOBS, [JSON.stringify(rows)])]);
  return checks.flat();
}

const CARD_EVENTS = ['setup_intent.succeeded', 'setup_intent.setup_failed', 'checkout.session.completed'];

/**
 * The effects of a journaled transition; of a row of another version of the chart, none are known.
 * @param {{ flow: string, version: string, from_state: string, event: string }} row
 */
function effectsOf({ flow, version, from_state, event }) {
  const chart = CHARTS.find(({ id, version: present }) => id === flow && present === version);
  return (chart && transition(chart, from_state, event)?.effects) ?? [];
}

/** @type {ReadonlySet<string>} */
const addsEach = ADDS_EACH;

/** @typedef {import('../builders/jobs.ts').StoredJob} Job */

/**
 * A job that something requested. `by` are the requests that its data may name: its own, and later ones for the same job, which
 * replace it while it waits. Undefined where the request is not stored.
 * @typedef {{ queue: string, subject: string, by?: string[] }} Owed
 */

/** Changes of a subscription that are no transition and are announced, too. */
const ANNOUNCED = [
  'plan changed',
  'price changed',
  'next charge changed',
  'trial end moved',
  'cancel requested',
  'cancel undone',
  'card changed',
  'card gone',
];

/**
 * The effects of the transitions, except of rows that a builder stored, and the jobs of the trial requests, the card events and the
 * payments.
 * @param {View} stack @param {number} [days] @returns {Promise<Owed[]>}
 */
async function owedJobs({ query, sandbox }, days) {
  const { offsetMs } = await sandbox.call('clock');
  const since = days ? new Date(Date.now() + offsetMs - days * 86_400_000) : new Date(0);
  const journal = await query(
    `SELECT flow, version, subject_id, from_state, event, note, request_id FROM workflow_journal
      WHERE (seq IS NOT NULL OR note = ANY($2)) AND at >= $1 AND request_id NOT IN ('seed', 'builder') ORDER BY id`,
    [since, ANNOUNCED],
  );
  const requested = journal.flatMap((row) =>
    (row.note ? ['announceChange'] : effectsOf(row)).map((queue) => ({
      queue,
      subject: String(row.subject_id),
      request: String(row.request_id),
      isOwed: !row.note,
    })),
  );
  const alike = [...grouped(requested, ({ queue, subject }) => `${queue} of ${subject}`).values()];
  const ofTransitions = alike.flatMap((group) => {
    const by = group.map(({ request }) => request);
    return group.flatMap(({ queue, subject, isOwed }, at) =>
      isOwed ? [{ queue, subject, by: addsEach.has(queue) ? [by[at] ?? ''] : by.slice(at) }] : [],
    );
  });
  const events = await query('SELECT object_id FROM stripe_events WHERE type = ANY($2) AND received_at >= $1', [
    since,
    CARD_EVENTS,
  ]);
  const requests = await query(
    `SELECT id, extract(epoch FROM staff_notified_at) * 1000 AS told FROM trial_requests WHERE created_at >= $1 AND repeat_key NOT LIKE 'seed-request-%'`,
    [since],
  );
  const unreceipted = await query(
    `SELECT p.id FROM payments p JOIN users u ON u.trial_id = p.subscription_id AND u.status = 'active'
      WHERE p.paid_in_cents > 0 AND NOT EXISTS (SELECT FROM sent_mails m WHERE m.key = 'receipt:' || p.id)`,
  );
  return [
    ...ofTransitions,
    ...requests.map(({ id }) => ({ queue: 'sendTrialRequestReceived', subject: String(id) })),
    ...requests.flatMap(({ told }) =>
      told ? [{ queue: 'sendTrialRequestToStaff', subject: String(Number(told)) }] : [],
    ),
    ...events.map(({ object_id }) => ({ queue: 'recordCard', subject: object_id })),
    ...unreceipted.map(({ id }) => ({ queue: 'sendReceipt', subject: id })),
  ];
}

/** I13. @param {Owed[]} owed @param {Job[]} jobs */
function lostJobs(owed, jobs) {
  const there = grouped(jobs, ({ name, data }) => `${name} of ${data.subjectId}`);
  return owed.flatMap(({ queue, subject, by }) => {
    const job = `${queue} of ${subject}`;
    const own = there.get(job) ?? [];
    const place = own.findIndex(({ data }) => by?.includes(data.requestId) ?? true);
    if (place >= 0) {
      if (addsEach.has(queue)) own.splice(place, 1);
      return [];
    }
    return queue === 'sendReceipt'
      ? [`I13 a payment has neither a receipt nor a job for it: ${subject}`]
      : [`I13 a job is lost: ${job}${by ? `, of the request ${by[0]}` : ''}`];
  });
}

/** @template T @param {T[]} things @param {(thing: T) => string} keyOf @returns {Map<string, T[]>} */
function grouped(things, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const thing of things) {
    const group = groups.get(keyOf(thing));
    if (group) group.push(thing);
    else groups.set(keyOf(thing), [thing]);
  }
  return groups;
}

/** @template T @param {T[]} things @returns {Map<T, number>} */
export function tally(things) {
  /** @type {Map<T, number>} */
  const counts = new Map();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}
