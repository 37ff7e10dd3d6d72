/** Rows written straight into the database, with the journal that leads to their state. No job, mail or provider object follows. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type ApplicationBody, sourceOf, type TrialSignupBody } from '@lampstand/contracts';
import {
  type AmbassadorState,
  ambassadorApplication,
  type Chart,
  hasTag,
  trialSignup,
  type TrialState,
} from '@lampstand/workflows';
import { storedCard } from '../../apps/api/src/billing/adapters/stripe-client.ts';
import { shortestPath } from '../../tools/seed/journal.ts';
import type { Stack } from '../support/index.ts';
import { aStoredCard, stripe } from './cards.ts';
import { aKey, anApplication, aPastor, columnsOf } from './forms.ts';

const DAY = 24 * 3600_000;

export interface TrialGiven {
  state?: TrialState;
  /** Columns that replace those the state implies. */
  columns?: Record<string, unknown>;
  pastor?: Partial<TrialSignupBody>;
}

/** A saved sign-up in any state. `cookie` is of a browser that is known to it. */
export async function aTrial(
  stack: Stack,
  { state = 'phoneVerification', columns = {}, pastor = {} }: TrialGiven = {},
) {
  const now = await timeOf(stack);
  const id = randomInt(2 ** 40, 2 ** 41);
  const fixed = { created_at: now, last_seen_at: now, selected_plan: 'tier_1_19' };
  const details = aPastor(pastor);
  const key = randomBytes(32).toString('base64url');
  const row = {
    ...columnsOf(details),
    heard_from: sourceOf(details.howHeardAbout),
    counts_as_person: columns['superseded_by'] ? false : null,
    ...fixed,
    ...impliedBy(state, now),
    id,
    browser_keys: [createHash('sha256').update(key).digest('base64url')],
    ...columns,
  };
  const trial = await storeJournaled(stack, { chart: trialSignup, table: 'trial_signups', state, row, at: now });
  return { ...trial, id, cookie: `trial_signup=${key}` } as { id: number } & Record<string, any>;
}

/** Many sign-ups that differ only by id, in one statement. */
export async function manyTrials(stack: Stack, count: number, given: TrialGiven = {}): Promise<void> {
  const { id, cookie: _, ...first } = await aTrial(stack, given);
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

/** Changes what is stored of a sign-up, without an event. */
export const changeTrial = (
  stack: Stack,
  id: number,
  { pastor = {}, columns = {} }: Pick<TrialGiven, 'pastor' | 'columns'>,
): Promise<void> => changeRow(stack, 'trial_signups', id, { ...columnsOf(pastor), ...columns });

/**
 * A card at Stripe of a stored sign-up, whose row names the customer and the setup intent, and once it is `taken` the payment
 * method.
 */
export async function aLinkedCard(stack: Stack, id: number, { taken = false } = {}) {
  const card = await aStoredCard(stack, id);
  await changeTrial(stack, id, {
    columns: {
      stripe_customer_id: card.customerId,
      setup_intent_id: card.setupIntentId,
      ...(taken && { payment_method_id: card.paymentMethodId, card: await asTaken(stack, card.paymentMethodId) }),
    },
  });
  return card;
}

const asTaken = async (stack: Stack, paymentMethodId: string) =>
  storedCard((await stripe(stack, `payment_methods/${paymentMethodId}`)).card);

/** Journals a fact about a sign-up that is no event. */
export const aJournalNote = (stack: Stack, id: number, note: string, detail: object) =>
  stack.query(
    `INSERT INTO workflow_journal (flow, version, subject_id, note, detail, from_state, to_state, actor, request_id, at)
     SELECT flow, version, subject_id, $2, $3, to_state, to_state, actor, request_id, at
       FROM workflow_journal WHERE subject_id = $1 AND flow = $4 ORDER BY id DESC LIMIT 1`,
    [id, note, detail, trialSignup.id],
  );

/** As after a server that stopped while it sent the code: the provider's answer was never stored. */
export const losesSending = (stack: Stack, id: number) =>
  stack.query(
    `UPDATE phone_verifications SET provider_id = NULL, started_at = started_at - interval '1 minute' WHERE subject_id = $1`,
    [id],
  );

/** Five tries of the code were wrong, so that no more is taken. */
export const useUpTries = (stack: Stack, id: number) =>
  stack.query('UPDATE phone_verifications SET tries = 5 WHERE subject_id = $1', [id]);

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

/** An event of the payment provider that was received years ago. Returns its id. */
export async function anOldWebhookEvent(stack: Stack): Promise<string> {
  const id = `evt_${aKey()}`;
  const event = { id, type: 'customer.updated', object_id: 'cus_1', received_at: '2020-01-01' };
  await storeRow(stack, 'stripe_events', event);
  return id;
}

/** A provider fails in a step for so many people, until the function that this returns. */
export async function aFailingProvider(stack: Stack, step: string, people: number): Promise<() => Promise<void>> {
  const at = await timeOf(stack);
  for (let id = 1; id <= people; id += 1)
    await storeRow(stack, 'provider_failures', { step, subject_id: id, first_at: at, last_at: at });
  return async () => void (await stack.query('DELETE FROM provider_failures WHERE step = $1', [step]));
}

/** The active account of a sign-up that is not stored, and its church. Returns both ids. */
export async function aStoredAccount(
  stack: Stack,
  { churchName, email, phone, openedAt }: { churchName: string; email: string; phone: string; openedAt: string },
): Promise<{ id: number; trialId: number }> {
  const at = await timeOf(stack);
  const [church] = await stack.query(
    `INSERT INTO churches (name, ministry_name, city, state, size, software, created_at)
     VALUES ($1, 'Lighthouse', 'Austin', 'TX', '100-250', '', $2) RETURNING id`,
    [churchName, at],
  );
  const trialId = 2 ** 43 + church.id;
  const [user] = await stack.query(
    `INSERT INTO users (trial_id, church_id, status, first_name, last_name, email, email_key, phone, position, gender,
       birthdate, stripe_customer_id, created_at, opened_at)
     VALUES ($1, $2, 'active', 'Ruth', 'Okafor', $3, lower($3), $4, 'Youth Pastor', 'F', '1990-05-17', $5, $6, $7) RETURNING id`,
    [trialId, church.id, email, phone, `cus_${aKey()}`, at, openedAt],
  );
  return { id: user.id, trialId };
}

/** Gives the account of a sign-up another phone. */
export const changeAccountPhone = (stack: Stack, trialId: number, phone: string) =>
  stack.query('UPDATE users SET phone = $2 WHERE trial_id = $1', [trialId, phone]);

interface ApplicationGiven {
  state?: AmbassadorState;
  given?: Partial<ApplicationBody>;
  /** When it was sent. */
  at?: string;
}

/** An ambassador application in any state. */
export async function aStoredApplication(stack: Stack, { state = 'submitted', given = {}, at }: ApplicationGiven = {}) {
  const now = at ?? (await timeOf(stack));
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

/** A trial request that our team knows of. `columns` replace or add to those that the form fills. */
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
    staff_notified_at: '2026-01-03',
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
    requested_at: '2026-01-02',
    confirmed_at: '2026-01-03',
    ...columns,
  });

/** So many more readers like a stored one. */
export const manyReaders = (stack: Stack, id: number, count: number) =>
  stack.query(
    `INSERT INTO newsletter_subscriptions (id, email, email_key, state, created_at, requested_at, confirmed_at)
     SELECT id + n, n || email, n || email_key, state, created_at, requested_at, confirmed_at
       FROM newsletter_subscriptions, generate_series(1, $2) AS n WHERE id = $1`,
    [id, count],
  );

/** A stored reader has unsubscribed. */
export const unsubscribeReader = (stack: Stack, id: number) =>
  stack.query(`UPDATE newsletter_subscriptions SET state = 'unsubscribed', unsubscribed_at = now() WHERE id = $1`, [
    id,
  ]);

/** A reader whose address is not kept any more. */
export const deleteReader = (stack: Stack, email: string) =>
  stack.query('DELETE FROM newsletter_subscriptions WHERE email = $1', [email]);

export const timeOf = async ({ sandbox }: Stack): Promise<string> =>
  ((await sandbox.call('clock')) as { now: string }).now;

/** The time of the product's clock so many days ago. */
export const daysAgo = async (stack: Stack, days: number): Promise<string> =>
  new Date(Date.parse(await timeOf(stack)) - days * DAY).toISOString();

/** Sets columns of a row; each value is in the form that JSON gives it. */
export async function changeRow(
  stack: Stack,
  table: string,
  id: number,
  changed: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(changed).join(', ');
  await stack.query(
    `UPDATE ${table} SET (${names}) = (SELECT ${names} FROM jsonb_populate_record(NULL::${table}, $2::jsonb)) WHERE id = $1`,
    [id, JSON.stringify(changed)],
  );
}

export async function storeRow(stack: Stack, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row).join(', ');
  await stack.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}

interface Journaled {
  chart: Chart;
  table: string;
  state: string;
  row: { id: number };
  at: string;
  /** Of each journal row. */
  detail?: object;
}

/**
 * Stores a row of `table` together with the journal rows that lead it to `state`, in one statement. Columns that are not in
 * `row` get their defaults.
 */
export async function storeJournaled(
  stack: Stack,
  { chart, table, state, row, at, detail = {} }: Journaled,
): Promise<Record<string, any>> {
  const path = shortestPath(chart, state);
  const journal = path.map(({ from, event, to }, index) => ({ seq: index + 1, event, from_state: from, to_state: to }));
  const stored = { ...row, state, journal_seq: path.length };
  const columns = Object.keys(stored).join(', ');
  const [result] = await stack.query(
    `WITH journal AS (
       INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at, detail)
       SELECT $6, $3, $2, seq, event, from_state, to_state, 'job', 'builder', $4, $7::jsonb
         FROM jsonb_to_recordset($1::jsonb) AS rows (seq int, event text, from_state text, to_state text))
     INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $5::jsonb) RETURNING *`,
    [JSON.stringify(journal), row.id, chart.version, at, JSON.stringify(stored), chart.id, detail],
  );
  return result;
}
