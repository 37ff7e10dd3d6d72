/** Rows written straight into the database, with the journal that leads to their state. No job, mail or provider object follows. */
import { randomBytes, randomInt } from 'node:crypto';
import { type ApplicationBody, sourceOf, type TrialSignupBody } from '@lampstand/contracts';
import {
  type AmbassadorState,
  ambassadorApplication,
  type Chart,
  hasTag,
  subscriptionLife,
  type SubscriptionState,
  trialSignup,
  type TrialState,
} from '@lampstand/workflows';
import { shortestPath } from '../../tools/seed/journal.ts';
import type { Stack } from '../support/index.ts';
import { aKey, anApplication, aPastor, columnsOf } from './forms.ts';

const DAY = 24 * 3600_000;

export interface TrialGiven {
  state?: TrialState;
  /** Columns that replace those the state implies. */
  columns?: Record<string, unknown>;
  pastor?: Partial<TrialSignupBody>;
}

/** A saved sign-up in any state. */
export async function aTrial(
  stack: Stack,
  { state = 'phoneVerification', columns = {}, pastor = {} }: TrialGiven = {},
) {
  const now = await timeOf(stack);
  const id = randomInt(2 ** 40, 2 ** 41);
  const fixed = { created_at: now, last_seen_at: now, selected_plan: 'tier_1_19' };
  const details = aPastor(pastor);
  const row = {
    ...columnsOf(details),
    heard_from: sourceOf(details.howHeardAbout),
    counts_as_person: columns['superseded_by'] ? false : null,
    ...fixed,
    ...impliedBy(state, now),
    id,
    ...columns,
  };
  const trial = await storeJournaled(stack, { chart: trialSignup, table: 'trial_signups', state, row, at: now });
  return { ...trial, id } as { id: number } & Record<string, any>;
}

/** Many sign-ups that differ only by id, in one statement. */
export async function manyTrials(stack: Stack, count: number, given: TrialGiven = {}): Promise<void> {
  const { id, ...first } = await aTrial(stack, given);
  const unique = ['idempotency_key', 'stripe_customer_id', 'setup_intent_id'];
  const columns = Object.keys(first).filter((name) => !unique.includes(name));
  await stack.query(
    `WITH more AS (SELECT $1::bigint + n AS id FROM generate_series(1, $2 - 1) AS n),
     journal AS (
       INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
       SELECT flow, version, more.id, seq, event, from_state, to_state, actor, request_id, at
         FROM workflow_journal, more WHERE subject_id = $1 ORDER BY more.id, seq)
     INSERT INTO trial_signups (id, ${columns.join(', ')})
     SELECT more.id, ${columns.map((name) => `like_it.${name}`).join(', ')} FROM trial_signups AS like_it, more WHERE like_it.id = $1`,
    [id, count],
  );
}

/** Ends a stored sign-up, without the effects. */
export async function cancelTrial(stack: Stack, id: number): Promise<void> {
  await stack.query(
    `WITH moved AS (UPDATE trial_signups SET state = 'cancelled', journal_seq = journal_seq + 1 WHERE id = $1 RETURNING journal_seq)
     INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
     SELECT flow, version, subject_id, moved.journal_seq, 'signup.cancelled', to_state, 'cancelled', actor, request_id, at
       FROM workflow_journal, moved WHERE flow = $2 AND subject_id = $1 AND seq = moved.journal_seq - 1`,
    [id, trialSignup.id],
  );
}

/** The current row of a sign-up. */
export async function storedTrial(stack: Stack, id: number): Promise<Record<string, any>> {
  const [row] = await stack.query('SELECT * FROM trial_signups WHERE id = $1', [id]);
  return row;
}

const impliedBy = (state: TrialState, now: string) => ({
  ...(!hasTag(trialSignup, state, 'phoneUnproven') && { phone_verified_at: now }),
  ...(hasTag(trialSignup, state, 'cardStored') && storedCardColumns(now)),
});

/** The columns of a stored card, with made-up provider ids. Without `opening_at`: a sweep would open the account at the provider. */
export const storedCardColumns = (now: string) => ({
  stripe_customer_id: `cus_${randomBytes(7).toString('hex')}`,
  setup_intent_id: `seti_${randomBytes(12).toString('hex')}`,
  payment_method_id: `pm_${randomBytes(12).toString('hex')}`,
  card: { brand: 'visa', last4: '4242' },
  card_saved_at: now,
  trial_ends_at: new Date(Date.parse(now) + 30 * DAY).toISOString(),
});

/** The subscription of a stored sign-up, in its state since `at`. */
export async function aStoredSubscription(
  stack: Stack,
  { id, state, at }: { id: number; state: SubscriptionState; at: string },
): Promise<void> {
  const stripe = {
    stripe_id: `sub_${aKey()}`,
    customer_id: `cus_${aKey()}`,
    price_id: 'price_stored',
    plan: 'tier_1_19',
  };
  const row = { id, ...stripe, trial_ends_at: at, period_ends_at: at, closes_at: at, created_at: at };
  await storeJournaled(stack, { chart: subscriptionLife, table: 'subscriptions', state, row, at });
}

/** An ambassador application in any state. */
export async function aStoredApplication(
  stack: Stack,
  { state = 'submitted', given = {} }: { state?: AmbassadorState; given?: Partial<ApplicationBody> } = {},
) {
  const now = await timeOf(stack);
  const id = randomInt(2 ** 41, 2 ** 42);
  const isDecided = state === 'approved' || state === 'declined';
  const row = {
    ...columnsOf(anApplication(given)),
    id,
    created_at: now,
    repeat_key: aKey(),
    ...(isDecided && { decided_at: now }),
  };
  const table = 'ambassador_applications';
  const stored = await storeJournaled(stack, { chart: ambassadorApplication, table, state, row, at: now });
  return { ...stored, id } as { id: number } & Record<string, any>;
}

/** Ends the time in which the pending decision on an application can be undone. */
export const undoEnds = (stack: Stack, id: number) =>
  stack.query(`UPDATE ambassador_applications SET pending_until = now() - interval '1 day' WHERE id = $1`, [id]);

/** A trial request. `columns` replace or add to those that the form fills. */
export const aStoredRequest = (
  stack: Stack,
  given: Partial<ApplicationBody> & { id: number },
  columns: Record<string, unknown> = {},
) =>
  storeRow(stack, 'trial_requests', {
    ...columnsOf(anApplication(given)),
    id: given.id,
    repeat_key: aKey(),
    created_at: 'now',
    ...columns,
  });

/** A newsletter subscription that was confirmed on January 3, 2026. */
export const aStoredReader = (
  stack: Stack,
  { id, email }: { id: number; email: string },
  columns: Record<string, unknown> = {},
) =>
  storeRow(stack, 'newsletter_subscriptions', {
    id,
    email,
    email_key: email.toLowerCase(),
    state: 'confirmed',
    created_at: '2026-01-02',
    asked_at: '2026-01-02',
    confirmed_at: '2026-01-03',
    ...columns,
  });

/** The last event of a sign-up, as "support: phoneVerification email.corrected phoneVerification". */
export async function lastEventOf(stack: Stack, id: number): Promise<string> {
  const [row] = await stack.query(
    `SELECT actor, event, from_state, to_state FROM workflow_journal WHERE subject_id = $1 AND event IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [id],
  );
  return `${row.actor}: ${row.from_state} ${row.event} ${row.to_state}`;
}

/** Events and notes of a sign-up or an application in order; a subscription's are in `lifeOf`. */
export async function journalOf(stack: Stack, id: number): Promise<{ events: string[]; notes: string[] }> {
  const rows = await stack.query(
    `SELECT event, note FROM workflow_journal WHERE subject_id = $1 AND flow <> 'subscription-life'
        AND (note IS DISTINCT FROM 'mail sent' OR detail->>'mail' <> 'signup-saved') ORDER BY id`,
    [id],
  );
  return {
    events: rows.filter(({ event }) => event).map(({ event }) => event),
    notes: rows.filter(({ note }) => note).map(({ note }) => note),
  };
}

const timeOf = async ({ sandbox }: Stack): Promise<string> => ((await sandbox.call('clock')) as { now: string }).now;

async function storeRow(stack: Stack, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row).join(', ');
  await stack.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}

/**
 * Stores a row of `table` together with the journal rows that lead it to `state`, in one statement. Columns that are not in
 * `row` get their defaults.
 */
async function storeJournaled(
  stack: Stack,
  { chart, table, state, row, at }: { chart: Chart; table: string; state: string; row: { id: number }; at: string },
): Promise<Record<string, any>> {
  const path = shortestPath(chart, state);
  const journal = path.map(({ from, event, to }, index) => ({ seq: index + 1, event, from_state: from, to_state: to }));
  const stored = { ...row, state, journal_seq: path.length };
  const columns = Object.keys(stored).join(', ');
  const [result] = await stack.query(
    `WITH journal AS (
       INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
       SELECT $6, $3, $2, seq, event, from_state, to_state, 'job', 'builder', $4
         FROM jsonb_to_recordset($1::jsonb) AS rows (seq int, event text, from_state text, to_state text))
     INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $5::jsonb) RETURNING *`,
    [JSON.stringify(journal), row.id, chart.version, at, JSON.stringify(stored), chart.id],
  );
  return result;
}
