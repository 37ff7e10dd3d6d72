/** Stored subscriptions, their payments and months. No job, mail or provider object follows. */
import { subscriptionLife, type SubscriptionState } from '@lampstand/workflows';
import type { Stack } from '../support/index.ts';
import { aKey } from './forms.ts';
import { changeRow, storeJournaled, storeRow, timeOf } from './stored-rows.ts';

/** The subscription of a stored sign-up, in its state since `at`. `columns` replace those that this implies. */
export async function aStoredSubscription(
  stack: Stack,
  { id, state, at, columns = {} }: { id: number; state: SubscriptionState; at: string; columns?: object },
): Promise<void> {
  const stripe = {
    stripe_id: `sub_${aKey()}`,
    customer_id: `cus_${aKey()}`,
    price_id: 'price_stored',
    plan: 'tier_1_19',
    monthly_in_cents: 1999,
    next_charge: { amountInCents: 1999, lines: [], prorationInCents: 0 },
  };
  const row = { id, ...stripe, trial_ends_at: at, period_ends_at: at, closes_at: at, created_at: at, ...columns };
  const detail = { monthlyInCents: row.monthly_in_cents };
  await storeJournaled(stack, { chart: subscriptionLife, table: 'subscriptions', state, row, at, detail });
}

/** A stored subscription is in another state from `at` on. No effect follows. */
export const movesSubscription = (stack: Stack, id: number, to: SubscriptionState, at: string) =>
  stack.query(
    `WITH moved AS (UPDATE subscriptions SET state = $2, journal_seq = journal_seq + 1 WHERE id = $1 RETURNING journal_seq, monthly_in_cents)
     INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at, detail)
     SELECT flow, version, subject_id, moved.journal_seq, 'became.' || $2, to_state, $2, 'webhook', request_id, $3,
            jsonb_build_object('monthlyInCents', monthly_in_cents)
       FROM workflow_journal, moved WHERE flow = $4 AND subject_id = $1 AND seq = moved.journal_seq - 1`,
    [id, to, at, subscriptionLife.id],
  );

/** Another amount is charged each month, as when the price is changed at the provider. */
export async function repricesSubscription(stack: Stack, id: number, cents: number, at: string): Promise<void> {
  const [{ monthly_in_cents: from }] = await stack.query('SELECT monthly_in_cents FROM subscriptions WHERE id = $1', [
    id,
  ]);
  await changeRow(stack, 'subscriptions', id, { monthly_in_cents: cents });
  await aSubscriptionNote(stack, id, 'price changed', { at, detail: { from, to: cents } });
}

/** Journals a fact about a stored subscription that is no event. */
export const aSubscriptionNote = (
  stack: Stack,
  id: number,
  note: string,
  { at, actor = 'webhook', detail = {} }: { at: string; actor?: string; detail?: object },
) =>
  stack.query(
    `INSERT INTO workflow_journal (flow, version, subject_id, note, detail, from_state, to_state, actor, request_id, at)
     SELECT flow, version, subject_id, $2, $3, to_state, to_state, $4, request_id, $5
       FROM workflow_journal WHERE subject_id = $1 AND flow = $6 AND seq IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    [id, note, detail, actor, at, subscriptionLife.id],
  );

/** The active users of the billing month of a subscription that closed last. */
export const countsActiveUsers = (stack: Stack, id: number, users: number) =>
  changeRow(stack, 'subscriptions', id, { active_users: users });

interface PaymentGiven {
  plan?: string;
  cents?: number;
  /** In full; or these cents of an invoice that is still open. */
  paid?: boolean | number;
  /** When the invoice was issued and, if so, paid. */
  at?: string;
  declinedWith?: string;
  /** The address of its page. */
  page?: string;
}

/** An invoice of a stored subscription: open, or paid in full. */
export async function aStoredPayment(
  stack: Stack,
  subscription: number,
  { plan = 'tier_1_19', cents = 1999, paid = false, at, declinedWith, page }: PaymentGiven = {},
): Promise<void> {
  const time = at ?? (await timeOf(stack));
  await storeRow(stack, 'payments', {
    id: `in_${aKey()}`,
    subscription_id: subscription,
    status: paid === true ? 'paid' : 'open',
    plan,
    amount_in_cents: cents,
    paid_in_cents: paid === true ? cents : Number(paid),
    attempts: 1,
    period_from: time,
    period_to: time,
    created_at: time,
    paid_at: paid === true ? time : null,
    declined_with: declinedWith ?? null,
    hosted_url: page ?? null,
  });
}

/** A month of a subscription that has ended with so many active users. */
export async function aClosedMonth(stack: Stack, subscription: number, month: number, users: number): Promise<void> {
  const row = { subscription_id: subscription, month, active_users: users, plan: 'tier_1_19' };
  await storeRow(stack, 'closed_months', { ...row, closed_at: await timeOf(stack) });
}

/** When the notice of the end of a trial is due: so many days before that end, or never. */
export const moveNotice = (stack: Stack, id: number, daysBefore: number | null) =>
  stack.query('UPDATE subscriptions SET notice_at = trial_ends_at - make_interval(days => $2::int) WHERE id = $1', [
    id,
    daysBefore,
  ]);

/** Subscriptions become due to be compared with the provider, one after the other. */
export async function dueInOrder(stack: Stack, ids: number[]): Promise<void> {
  await stack.query(
    `UPDATE subscriptions SET check_at = timestamptz '2020-01-01' + array_position($1, id) * interval '1 minute' WHERE id = ANY($1)`,
    [ids],
  );
}

export const changePrice = (stack: Stack, id: string, cents: number) =>
  stack.query('UPDATE prices SET amount_in_cents = $2 WHERE id = $1', [id, cents]);
