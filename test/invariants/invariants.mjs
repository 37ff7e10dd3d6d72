/** What must hold whatever went wrong: asked of the database and of the providers' ledger, never of the product. */
import { CHARTS, step } from '@lampstand/workflows';
import { IN_THE_DATABASE } from './database.mjs';
import { inTheLedger } from './ledger.mjs';
import { wrongLifeMails, wrongWelcomes } from './mails.mjs';

/**
 * @typedef {object} Allowed
 * @property {boolean} [copiesOfMails] SMTP cannot take a mail exactly once: a connection cut after the server took it
 *   allows a copy, by the same Message-ID
 * @property {number} [jobsOfDays] how long finished jobs are kept: of what is older nothing is known
 */

/** What each of them says, when it holds. */
export const INVARIANTS = {
  I1: 'every acknowledged sign-up and application has its row',
  I2: 'one customer, one subscription, one account for a trial, a phone, an e-mail',
  I3: 'nobody without an account is charged, and no card is kept for nothing',
  I4: 'nothing is taken before the trial ends, and it lasts as long as was said',
  I6: 'an account is open only with phone, card, plan and age proven',
  I7: 'every journal is a path of its chart and ends where its subject stands',
  I8: 'each mail went out once, to whom and when it was due',
  I11: 'no code was accepted twice or tried more than five times',
  I12: 'our mirror has nothing paid or ended that is not so at the provider',
  I13: 'no job is lost',
  I18: 'everybody is at the plan and price that was agreed',
};

/**
 * Every broken invariant as a sentence; none is what tests expect. Call it when nothing is under way: see `settled`.
 * @param {Pick<import('../support/index.ts').Stack, 'query' | 'sandbox'>} stack
 * @param {Allowed} [allowed]
 * @returns {Promise<string[]>}
 */
export async function violations(stack, { copiesOfMails = false, jobsOfDays } = {}) {
  const world = await look(stack);
  return [
    ...(await inTheDatabase(stack)),
    ...(await lostJobs(stack, jobsOfDays)),
    ...inTheLedger(world),
    ...wrongWelcomes(world, copiesOfMails),
    ...wrongLifeMails(world, copiesOfMails),
  ];
}

/** @returns {Promise<import('./ledger.mjs').World>} */
async function look({ sandbox, query }) {
  const [ledger, trials, users, bounced, notes, subscriptions, payments] = await Promise.all([
    sandbox.ledger(),
    query('SELECT * FROM trial_signups'),
    query('SELECT * FROM users'),
    query(`SELECT subject_id FROM sent_mails WHERE key LIKE 'welcome:%' AND outcome = 'bounced'`),
    query(
      `SELECT note, subject_id, at FROM workflow_journal WHERE flow = 'subscription-life' AND note IS NOT NULL ORDER BY id`,
    ),
    query('SELECT id, stripe_id, state FROM subscriptions'),
    query('SELECT id, status, paid_in_cents FROM payments'),
  ]);
  return {
    ledger,
    trials,
    users,
    bounced: new Set(bounced.map(({ subject_id }) => subject_id)),
    notes,
    subscriptions,
    payments,
  };
}

async function inTheDatabase({ query }) {
  const asked = Object.entries(IN_THE_DATABASE).map(async ([sentence, sql]) =>
    (await query(sql)).map(({ found }) => `${sentence}: ${found}`),
  );
  return (await Promise.all(asked)).flat();
}

const CARD_EVENTS = ['setup_intent.succeeded', 'setup_intent.setup_failed', 'checkout.session.completed'];
const REQUEST_MAILS = ['sendTrialRequestReceived', 'sendTrialRequestToStaff'];
const chartOf = (flow) => CHARTS.find(({ id }) => id === flow);

/** I13: each move's effects, each trial request and each claimed card event have their jobs. */
async function lostJobs({ query, sandbox }, days) {
  const { offsetMs } = await sandbox.call('clock');
  const since = days ? new Date(Date.now() + offsetMs - days * 86_400_000) : new Date(0);
  const moves = await query(
    'SELECT flow, subject_id, from_state, event FROM workflow_journal WHERE seq IS NOT NULL AND at >= $1',
    [since],
  );
  const events = await query('SELECT object_id FROM stripe_events WHERE type = ANY($2) AND received_at >= $1', [
    since,
    CARD_EVENTS,
  ]);
  const requests = await query('SELECT id FROM trial_requests WHERE created_at >= $1', [since]);
  const owed = [
    ...moves.flatMap(({ flow, subject_id, from_state, event }) =>
      (step(chartOf(flow), from_state, event)?.effects ?? []).map((effect) => `${effect} of ${subject_id}`),
    ),
    ...requests.flatMap(({ id }) => REQUEST_MAILS.map((job) => `${job} of ${id}`)),
    ...events.map(({ object_id }) => `cardNews of ${object_id}`),
  ];
  // Asked for again while it waits, it is the same job, which counts the askings.
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
  const counts = new Map();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}
