import { sqlStates, subscriptionLife } from '@lampstand/workflows';
import type { Move } from '@lampstand/contracts/back-office';
import { raw, type Sql, sql } from '../../platform/database/sql.ts';

const IN = {
  trial: `IN (${sqlStates(subscriptionLife, 'inTrial')})`,
  billed: `IN (${sqlStates(subscriptionLife, 'billed')})`,
  owing: `IN (${sqlStates(subscriptionLife, 'owing')})`,
  ended: `IN (${sqlStates(subscriptionLife, 'ended')})`,
};

/** A member pays from the end of the trial until the end of the subscription, also while an invoice is past due. */
export const IS_PAYING = raw(`state ${IN.billed}`);
export const IS_OWING = raw(`state ${IN.owing}`);
export const IS_IN_TRIAL = raw(`state ${IN.trial}`);

/** The condition of the index `workflow_journal_billed`. */
export const IS_BILLED_FACT =
  raw(`fact.flow = '${subscriptionLife.id}' AND (fact.from_state <> fact.to_state AND fact.from_state <> 'unstarted'
  OR fact.note IN ('plan changed', 'price changed', 'plan started again', 'refunded', 'disputed'))`);

const BEGAN = `NOT fact.from_state ${IN.billed} AND fact.to_state ${IN.billed}`;
const LEFT = `fact.from_state ${IN.billed} AND NOT fact.to_state ${IN.billed}`;
const GIVEN_UP = `fact.from_state ${IN.owing} AND fact.to_state ${IN.ended}`;
const TRIAL_OVER = `fact.from_state ${IN.trial} AND fact.from_state <> fact.to_state`;

/**
 * The condition of each move. A cancellation that the member did not request on the plan page was requested by staff, in the back office
 * or in Stripe's dashboard.
 */
const MOVED: Record<Move, string> = {
  new: BEGAN,
  trialOver: TRIAL_OVER,
  trialPaid: `${TRIAL_OVER} AND ${BEGAN}`,
  endedInTrial: `fact.from_state ${IN.trial} AND fact.to_state ${IN.ended}`,
  endedByMember: `${LEFT} AND asked = 'visitor'`,
  endedUnpaid: `${LEFT} AND asked IS NULL AND ${GIVEN_UP}`,
  endedByUs: `${LEFT} AND asked IS DISTINCT FROM 'visitor' AND NOT (asked IS NULL AND ${GIVEN_UP})`,
};

/** Counts of the moves, to be selected from `movesOf`. */
export const MOVE_COUNTS = raw(
  Object.entries(MOVED)
    .map(([name, condition]) => `(count(*) FILTER (WHERE ${condition}))::int AS "${name}"`)
    .join(', '),
);

const CENTS = `(fact.detail->>'monthlyInCents')::int`;
/** How each move changes what is paid each month. */
export const MOVE_CENTS = raw(`
  coalesce(sum(${CENTS}) FILTER (WHERE ${BEGAN}), 0)::float8 AS "newInCents",
  coalesce(-sum(${CENTS}) FILTER (WHERE ${LEFT}), 0)::float8 AS "endedInCents",
  coalesce(sum(coalesce(${CENTS}, (fact.detail->>'to')::int) - coalesce(fact.detail->>'beforeInCents', fact.detail->>'from')::int)
    FILTER (WHERE fact.note IN ('plan changed', 'price changed', 'plan started again') AND fact.from_state ${IN.billed}), 0)::float8 AS "changedInCents"`);

/** The actor of the cancel request that ended the subscription: the last request that was not undone. Null for members who did not leave. */
const ASKED = raw(`CASE WHEN ${LEFT} THEN (
  SELECT CASE note WHEN 'cancel requested' THEN actor END FROM workflow_journal AS request
   WHERE request.flow = fact.flow AND request.subject_id = fact.subject_id AND request.at <= fact.at
     AND request.note IN ('cancel requested', 'cancel undone', 'plan started again')
   ORDER BY request.at DESC, request.id DESC LIMIT 1) END`);

/**
 * The journal rows of subscriptions in `months`. Each month has its `first` day and its bounds `since` and `until`. Erasures do not change
 * the journal. OFFSET 0 keeps PostgreSQL from reading `asked` again for each count.
 */
export const movesOf = (months: Sql): Sql => sql`(
  SELECT months.first, fact.subject_id, fact.note, fact.from_state, fact.to_state, fact.detail, ${ASKED} AS asked
    FROM ${months} JOIN workflow_journal AS fact ON fact.at >= since AND fact.at < until AND ${IS_BILLED_FACT} OFFSET 0) AS fact`;

/** The members that the board counts for this move in this month. */
export const movedIn = ({ move, month }: { move: Move; month: string }, zone: string): Sql => sql`
  trial_signups.id IN (SELECT fact.subject_id FROM ${movesOf(
    sql`(SELECT first, first AT TIME ZONE ${zone} AS since, (first + interval '1 month') AT TIME ZONE ${zone} AS until
           FROM (SELECT ${`${month}-01`}::timestamp AS first) AS month) AS months`,
  )} WHERE ${raw(MOVED[move])})`;
