import { sqlStates, subscriptionLife, trialSignup, type TrialState } from '@lampstand/workflows';
import {
  listed,
  MEMBER_STATES,
  SIGNUP_STATES,
  STUCK_GROUPS,
  type StuckGroupName,
  type TrialFilter,
} from '@lampstand/contracts/back-office';
import { PLANS } from '@lampstand/contracts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { joined, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { containing } from './search.ts';

/** The states of a member's subscription that the filter asks for; undefined if it asks for other sign-ups, too. */
export function memberStatesOf({ state, stuck }: TrialFilter): readonly string[] | undefined {
  const groups = (listed(stuck) as StuckGroupName[]).map((name) => STUCK_GROUPS[name]);
  const states = [...listed(state), ...groups.flatMap((group) => group.states)];
  const areMembers = states.every((each) => MEMBER_STATES.includes(each));
  return states.length && areMembers && !(state && stuck) ? states : undefined;
}

/** Members with the state of their subscription, to be read instead of `trial_signups` where only members are asked for. */
export const MEMBERS = raw(`(SELECT trial_signups.*, subscriptions.state AS member_state, state_since, signed_up_at
  FROM trial_signups JOIN subscriptions ON subscriptions.id = trial_signups.id) AS trial_signups`);

/**
 * The conditions of the filter of sign-ups that are about where a sign-up stands. `now` is the time of the reading. With
 * `memberStatesOf`, they are about `MEMBERS`.
 */
export function signupConditions(filter: TrialFilter, now: Date): Sql[] {
  const {
    state,
    stuck,
    reached,
    notReached,
    plan,
    churchSize,
    churchState,
    source,
    cardDeclined,
    invoiceDeclined,
    contacted,
    waiting,
    owner,
  } = filter;
  const included = listed(filter.include);
  const stuckIn = listed(stuck) as StuckGroupName[];
  const members = memberStatesOf(filter);
  return [
    ...(included.includes('superseded') ? [] : [raw('superseded_by IS NULL')]),
    ...(included.includes('erased') ? [] : [raw('erased_at IS NULL')]),
    ...(members ? [oneOf('member_state', members)] : []),
    ...(state && !members ? [inStates(listed(state))] : []),
    ...(stuckIn.length && !members ? [anyOf(stuckIn.map((name) => stuckCondition(name, now)))] : []),
    ...listed(reached).map((step) => REACHED[step]!),
    ...listed(notReached).map((step) => sql`NOT (${REACHED[step]!})`),
    ...(plan ? [oneOf('selected_plan', listed(plan))] : []),
    ...(churchSize ? [oneOf('church_size', listed(churchSize))] : []),
    ...(churchState ? [oneOf('church_state', listed(churchState))] : []),
    ...(filter.abovePlan ? [member(IS_ABOVE_PLAN)] : []),
    ...(source ? [sql`lower(how_heard_about) LIKE lower(${containing(source)})`] : []),
    ...(cardDeclined ? [oneOf('card_declined_with', listed(cardDeclined))] : []),
    ...(invoiceDeclined ? [oneOf('invoice_declined_with', listed(invoiceDeclined))] : []),
    ...(contacted ? [raw(`contacted_at IS ${contacted === 'yes' ? 'NOT ' : ''}NULL`)] : []),
    ...(waiting ? [waitingLonger(minutesAfter(now, -60 * Number(waiting)))] : []),
    ...(owner ? [takenBy(owner)] : []),
  ];
}

/** `any`, `none` or the id of a staff account. */
function takenBy(owner: string): Sql {
  const taken = raw(`SELECT FROM queue_items AS item
    WHERE item.kind = 'signup' AND item.subject_id = trial_signups.id AND item.owner_id IS NOT NULL`);
  if (owner === 'none') return sql`NOT EXISTS (${taken})`;
  return owner === 'any' ? sql`EXISTS (${taken})` : sql`EXISTS (${taken} AND item.owner_id = ${owner})`;
}

/** The filter with the id of `member` in place of `me`. */
export const ownFilter = (filter: TrialFilter, member: { id: number }): TrialFilter =>
  filter.owner === 'me' ? { ...filter, owner: String(member.id) } : filter;

const REACHED: Record<string, Sql> = {
  verified: raw('phone_verified_at IS NOT NULL'),
  card: raw('card_saved_at IS NOT NULL'),
  account: raw(`state IN (${sqlStates(trialSignup, 'opened')})`),
};

const anyOf = (conditions: Sql[]): Sql => sql`(${joined(conditions, ' OR ')})`;
const oneOf = (column: string, values: readonly string[]): Sql =>
  sql`${raw(column)} IN (${joined(
    values.map((value) => sql`${value}`),
    ', ',
  )})`;

/** The subscription of the sign-up's account. */
const member = (condition: Sql): Sql =>
  sql`EXISTS (SELECT FROM subscriptions AS member WHERE member.id = trial_signups.id AND ${condition})`;

/** More active users in the last billing month than the plan includes, while the subscription runs. */
export const IS_ABOVE_PLAN = raw(
  `active_users > CASE plan ${PLANS.filter(({ maxActiveUsers }) => maxActiveUsers !== null)
    .map(({ id, maxActiveUsers }) => `WHEN '${id}' THEN ${maxActiveUsers}`)
    .join(' ')} END AND state NOT IN (${sqlStates(subscriptionLife, 'ended')})`,
);

function inStates(states: readonly string[]): Sql {
  const signup = states.filter((state) => SIGNUP_STATES.includes(state));
  const subscription = states.filter((state) => MEMBER_STATES.includes(state));
  return anyOf([
    ...(signup.length ? [oneOf('trial_signups.state', signup)] : []),
    ...(subscription.length ? [member(oneOf('member.state', subscription))] : []),
  ]);
}

function stuckCondition(name: StuckGroupName, now: Date): Sql {
  const { states, minutes } = STUCK_GROUPS[name];
  if (minutes === 0) return inStates(states);
  return sql`${inStates(states)} AND ${WAITS_SINCE} <= ${minutesAfter(now, -minutes)}`;
}

/** The column that says when a sign-up began to wait in a state; null where it waits for nothing. */
const WAITING_FROM: Record<TrialState, string | null> = {
  registration: null,
  phoneVerification: 'created_at',
  billingInformation: 'phone_verified_at',
  openingAccount: 'card_saved_at',
  success: null,
  alreadyMember: null,
  cancelled: null,
};

/** When the sign-up reached the state it waits in; null where it waits for nothing. */
export const WAITS_SINCE = raw(
  `CASE trial_signups.state ${Object.entries(WAITING_FROM)
    .filter(([, column]) => column)
    .map(([state, column]) => `WHEN '${state}' THEN ${column}`)
    .join(' ')} END`,
);

/** People who wait for a step, or whose invoice is open, since before `before`. */
const waitingLonger = (before: Date): Sql =>
  anyOf([
    sql`(trial_signups.state IN (${raw(sqlStates(trialSignup, 'open'))}) AND ${WAITS_SINCE} <= ${before})`,
    member(sql`member.state IN (${raw(sqlStates(subscriptionLife, 'owing'))}) AND member.state_since <= ${before}`),
  ]);
