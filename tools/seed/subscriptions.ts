/** Statements that give staged members their subscriptions, invoices and the mails about them. `$1` is the end of the seeded time. */
import { subscriptionLife } from '@lampstand/workflows';
import { notesOf } from './journal.ts';
import { amountOf, mails, oneOf } from './parts.ts';

const REFUSALS = ['insufficient_funds', 'do_not_honor', 'expired_card', 'lost_card', 'no_reason_given'];

/** How many invoices of a subscription are stored, the newest: the months that the reports show. */
const INVOICES = 13;

/** Every twelfth member leaves with the end of the trial, and every twelfth one to four months later, half of these unpaid. */
const MEMBERS = `
  SELECT id, erased_at, to_timestamp(ceil(extract(epoch FROM trial_ends_at))) AS trial_end,
         CASE WHEN id % 12 = 0 THEN 0 WHEN id % 12 = 6 THEN 1 + id / 12 % 4 END AS stays
    FROM staged WHERE state = 'success'`;

const DATED = `
  SELECT *, trial_end + (stays - 1) * interval '1 month' AS last_before_leaving,
         CASE WHEN erased_at IS NOT NULL THEN date_trunc('second', erased_at)
              WHEN trial_end + stays * interval '1 month' <= $1::timestamptz THEN trial_end + stays * interval '1 month' END AS leaves,
         CASE WHEN trial_end <= $1::timestamptz THEN
              trial_end + (extract(year FROM age($1::timestamptz, trial_end)) * 12 + extract(month FROM age($1::timestamptz, trial_end)))::int * interval '1 month' END AS newest
    FROM (${MEMBERS}) AS members`;

/** Of members who stay, one in 41 owes the newest invoice, and half of these have been given up by the provider. */
const OWING = `
  SELECT *, CASE WHEN erased_at IS NOT NULL THEN NULL WHEN leaves IS NOT NULL THEN CASE WHEN id % 24 = 6 THEN last_before_leaving END
                 WHEN id % 41 = 0 THEN newest END AS owing,
         CASE WHEN leaves IS NULL AND id % 82 = 0 THEN newest + interval '3 days' END AS given_up
    FROM (${DATED}) AS dated`;

/** When each step of the life of a subscription happens; null for a step that does not. */
const LIVES = `
  UPDATE staged SET trial_end = lives.trial_end, newest = lives.newest, owing_at = owing, left_at = leaves,
         active_at = CASE WHEN lives.trial_end <= $1::timestamptz AND leaves IS DISTINCT FROM lives.trial_end AND owing IS DISTINCT FROM lives.trial_end THEN lives.trial_end END,
         unpaid_at = CASE WHEN given_up <= $1::timestamptz THEN given_up END,
         cancel_at = CASE WHEN staged.erased_at IS NOT NULL OR owing IS NOT NULL THEN NULL WHEN leaves IS NOT NULL THEN leaves
                          WHEN stays = 0 THEN lives.trial_end WHEN stays > 0 AND lives.newest IS NOT NULL THEN lives.newest + interval '1 month' END
    FROM (${OWING}) AS lives WHERE staged.id = lives.id`;

const STEPS = `
  SELECT id, event, to_state, at, row_number() OVER steps AS seq, lag(to_state, 1, 'unstarted') OVER steps AS from_state,
         CASE WHEN place > 1 THEN jsonb_build_object('monthlyInCents', ${amountOf('selected_plan')}) ELSE '{}' END AS detail
    FROM staged CROSS JOIN LATERAL (VALUES
           (1, 'trial.started', 'trialing', card_saved_at), (2, 'became.active', 'active', active_at), (3, 'became.pastDue', 'pastDue', owing_at),
           (4, 'became.unpaid', 'unpaid', unpaid_at), (5, 'became.canceled', 'canceled', left_at)) AS steps (place, event, to_state, at)
   WHERE state = 'success' AND at IS NOT NULL WINDOW steps AS (PARTITION BY id ORDER BY place)`;

const NOTES = `
  SELECT id, CASE WHEN cancel_at = trial_end THEN 'trialing' ELSE 'active' END, 'cancel requested', 'visitor', json_build_object('ends', cancel_at)::text,
         greatest(card_saved_at, least(cancel_at, $1::timestamptz) - interval '5 days') FROM staged WHERE cancel_at IS NOT NULL
  UNION ALL SELECT id, 'trialing', 'card changed', 'visitor', '{}', card_saved_at + interval '2 days' FROM staged WHERE state = 'success' AND id % 67 = 4`;

/** The number of an invoice, which its notes have, too. */
const NUMBER = `upper('SEED' || to_hex(id) || '-000' || no)`;

/** The newest invoices: from each start of a billed month before the end of the subscription. */
const INVOICED = `
  SELECT id, selected_plan, card, owing_at, unpaid_at, left_at, start, row_number() OVER (PARTITION BY id ORDER BY start) AS no,
         'in_seed' || to_hex(id) || '_' || to_char(start, 'YYMM') AS invoice
    FROM staged CROSS JOIN LATERAL (
      SELECT start FROM generate_series(0, 40) AS month, LATERAL (SELECT trial_end + month * interval '1 month' AS start) AS months
       WHERE start <= newest AND (left_at IS NULL OR start < left_at) ORDER BY start DESC LIMIT ${INVOICES}) AS billed
   WHERE state = 'success'`;

/** Of one member in 53 a payment is refunded in part. */
const REFUNDED = `status = 'paid' AND no = 1 AND id % 53 = 7`;

const isoOf = (at: string) => `to_char((${at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Of one member in 59 a payment is disputed: the latest wait for an answer, of the others every second one is won. */
const DISPUTE = `CASE WHEN status = 'paid' AND no = 1 AND id % 59 = 8 THEN jsonb_build_object('id', 'du_seed' || to_hex(id),
  'state', CASE WHEN start + interval '10 days' > $1::timestamptz THEN 'needsResponse' WHEN id % 2 = 0 THEN 'won' ELSE 'lost' END,
  'openedAt', ${isoOf(`least(start + interval '2 days', $1::timestamptz)`)}, 'answerBy', ${isoOf(`start + interval '10 days'`)}) END`;

/** One member in 23 had more active users in the last billing month than most plans include. */
const ACTIVE = `CASE WHEN id % 23 = 9 THEN 120 ELSE 1 + id % 19 END`;

/** The payments of one member in 79 are paused. */
const PAUSED = `(id % 79 = 11 AND left_at IS NULL)`;

/** The provider does not know these subscriptions, so nothing of them is ever due. */
export const SUBSCRIPTIONS = [
  `ALTER TABLE staged ADD trial_end timestamptz, ADD newest timestamptz, ADD active_at timestamptz, ADD owing_at timestamptz,
     ADD unpaid_at timestamptz, ADD left_at timestamptz, ADD cancel_at timestamptz`,
  LIVES,
  `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, detail, at)
   SELECT '${subscriptionLife.id}', '${subscriptionLife.version}', id, seq, event, from_state, to_state, 'job', 'seed', detail, at FROM (${STEPS}) AS steps ORDER BY at, id`,
  notesOf(subscriptionLife, NOTES),
  `INSERT INTO subscriptions (id, state, journal_seq, stripe_id, customer_id, price_id, plan, trial_ends_at, period_ends_at, cancel_at, closes_at,
                              active_users, plan_links_from, card, created_at, payment_method_id, card_since, monthly_in_cents, next_charge, pause)
   SELECT id, CASE WHEN left_at IS NOT NULL THEN 'canceled' WHEN unpaid_at IS NOT NULL THEN 'unpaid' WHEN owing_at IS NOT NULL THEN 'pastDue'
                   WHEN active_at IS NOT NULL THEN 'active' ELSE 'trialing' END,
          1 + num_nonnulls(active_at, owing_at, unpaid_at, left_at), replace(stripe_customer_id, 'cus_', 'sub_'), stripe_customer_id,
          coalesce((SELECT prices.id FROM prices WHERE tier = selected_plan AND sold), 'price_seed_' || selected_plan), selected_plan,
          trial_end, coalesce(newest + interval '1 month', trial_end), cancel_at, '9999-01-01', CASE WHEN newest IS NOT NULL THEN ${ACTIVE} END,
          CASE WHEN id % 71 = 5 THEN card_saved_at + interval '1 hour' END, CASE WHEN id % 67 <> 4 THEN card END, card_saved_at,
          CASE WHEN id % 67 <> 4 THEN 'pm_seed' || to_hex(id) END, CASE WHEN id % 67 <> 4 THEN card_saved_at END,
          ${amountOf('selected_plan')}, CASE WHEN coalesce(left_at, unpaid_at) IS NULL AND cancel_at IS NULL AND NOT ${PAUSED} THEN
            jsonb_build_object('amountInCents', ${amountOf('selected_plan')}, 'lines', '[]'::jsonb, 'prorationInCents', 0) END,
          CASE WHEN ${PAUSED} THEN '{"until": null}'::jsonb END
     FROM staged WHERE state = 'success'`,
  `UPDATE users SET status = 'closed' FROM staged WHERE trial_id = staged.id AND left_at IS NOT NULL`,
  `CREATE TEMP TABLE invoiced ON COMMIT DROP AS
   SELECT *, CASE WHEN owing_at IS DISTINCT FROM start THEN 'paid' WHEN left_at IS NULL THEN 'open' WHEN id % 48 = 6 THEN 'void' ELSE 'uncollectible' END AS status
     FROM (${INVOICED}) AS invoiced`,
  `INSERT INTO payments (id, subscription_id, number, status, plan, amount_in_cents, paid_in_cents, refunded_in_cents, dispute, card, attempts, declined_with, period_from, period_to, hosted_url,
                         pdf_url, next_attempt_at, paid_at, created_at)
   SELECT invoice, id, ${NUMBER}, status, selected_plan, ${amountOf('selected_plan')},
          CASE WHEN status = 'paid' THEN ${amountOf('selected_plan')} ELSE 0 END, CASE WHEN ${REFUNDED} THEN 500 ELSE 0 END, ${DISPUTE},
          CASE WHEN status = 'paid' THEN card - 'expires' END, CASE WHEN status <> 'paid' THEN 3 WHEN id % 29 = 0 THEN 2 ELSE 1 END,
          CASE WHEN status <> 'paid' OR id % 29 = 0 THEN ${oneOf(REFUSALS)} END,
          start, start + interval '1 month', 'https://invoices.seed.example/' || invoice, 'https://invoices.seed.example/' || invoice || '.pdf',
          CASE WHEN status = 'open' AND unpaid_at IS NULL THEN $1::timestamptz + interval '2 days' END,
          CASE WHEN status = 'paid' THEN least(start + interval '1 hour', $1::timestamptz) END, start
     FROM invoiced ON CONFLICT DO NOTHING`,
  mails(
    `CASE status WHEN 'paid' THEN 'receipt:' ELSE 'payment-failed:' END || invoice || CASE WHEN status = 'paid' THEN '' ELSE ':1' END, id, start + interval '1 hour' FROM invoiced`,
  ),
  notesOf(
    subscriptionLife,
    `SELECT id, 'active', 'refunded', 'admin', json_build_object('invoice', ${NUMBER}, 'from', 0, 'to', 500)::text, start + interval '2 days' FROM invoiced WHERE ${REFUNDED}
     UNION ALL SELECT id, 'active', 'disputed', 'webhook', json_build_object('invoice', ${NUMBER}, 'state', 'lost', 'amountInCents', ${amountOf('selected_plan')})::text,
                      start + interval '10 days' FROM invoiced WHERE (${DISPUTE})->>'state' = 'lost'`,
  ),
  mails(`'refund:' || invoice || ':500', id, start + interval '2 days' FROM invoiced WHERE ${REFUNDED}`),
  mails(
    `'subscription-ended:' || id || ':' || replace(stripe_customer_id, 'cus_', 'sub_'), id, left_at FROM staged WHERE left_at IS NOT NULL`,
  ),
];
