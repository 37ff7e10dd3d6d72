import {
  civilDay,
  columnOf,
  type FieldHeader,
  FILED_FIELDS,
  PLANS,
  SIGN_UP_FIELDS,
  type SignUpFieldName,
} from '@lampstand/contracts';
import { subscriptionLife, trialSignup } from '@lampstand/workflows';
import {
  LEFT_OUT,
  moveOf,
  STATE_CHOICES,
  type TrialColumn,
  type TrialFilter,
  withDays,
} from '@lampstand/contracts/back-office';
import { every, instant, numeric, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { changedIn } from './changes.ts';
import { cell, type Cell, type CsvFile, filterOf, id, label, phone, timed, userText } from './csv-file.ts';
import { camelCased, type Column, columns, type List, type Sort } from './list.ts';
import { NAME, PERSON_COLUMNS, PERSON_SEARCH } from './people.ts';
import { onDays, searchConditions } from './search.ts';
import { MEMBERS, memberStatesOf, signupConditions } from './signup-conditions.ts';
import { movedIn } from './subscription-moves.ts';

/** What a list of sign-ups depends on besides its filter. */
export interface Reading {
  zone: string;
  now: Date;
  /** The role sees people masked, and searches accordingly. */
  masked: boolean;
}

/** The saved sign-ups, without superseded and erased ones unless the filter includes them. */
export const trialSignups = (filter: TrialFilter, { zone, now, masked }: Reading): List => ({
  from: memberStatesOf(filter) ? MEMBERS : raw('trial_signups'),
  where: every([
    ...onDays(withDays(filter, civilDay(now, zone)), raw('created_at'), zone),
    ...(filter.since ? [sql`created_at >= ${filter.since}::timestamptz`] : []),
    ...signupConditions(filter, now),
    ...(filter.moved ? [movedIn(moveOf(filter.moved)!, zone)] : []),
    ...searchConditions(filter.q, PERSON_SEARCH, masked),
  ]),
  sort: sortOf(filter),
});

/** What reports count of the filtered sign-ups: also erased ones, and none that a later one of the person replaced. */
export function countedSignups(filter: TrialFilter, reading: Reading): List {
  const list = trialSignups({ ...filter, include: LEFT_OUT.join() }, reading);
  return { ...list, where: every([list.where, raw('counts_as_person IS NOT FALSE')]) };
}

/** Null without an account. */
const SUBSCRIPTION_STATE = '(SELECT member.state FROM subscriptions AS member WHERE member.id = trial_signups.id)';

/** The state of a row of `trial_signups`: of a member, that of the subscription. */
export const SIGNUP_STANDING = `coalesce(${SUBSCRIPTION_STATE}, trial_signups.state)`;

/** When the sign-up, or a member's subscription, entered its state. */
const IN_STATE_SINCE = `coalesce((SELECT member.state_since FROM subscriptions AS member WHERE member.id = trial_signups.id),
  (SELECT max(entry.at) FROM workflow_journal AS entry WHERE entry.subject_id = trial_signups.id AND entry.flow = '${trialSignup.id}'
    AND entry.to_state = trial_signups.state AND entry.from_state <> entry.to_state), trial_signups.created_at)`;

/** Null where nothing is owed. */
export const OWED_IN_CENTS = `(SELECT sum(amount_in_cents - paid_in_cents)::float8 FROM payments
  WHERE subscription_id = trial_signups.id AND status = 'open' AND amount_in_cents > paid_in_cents)`;

/** The owner of the sign-up. */
const OWNER = `(SELECT account.name FROM queue_items AS item JOIN staff_accounts AS account ON account.id = item.owner_id
  WHERE item.kind = 'signup' AND item.subject_id = trial_signups.id)`;

const FIXED: Column[] = [
  ['id', numeric()],
  ['createdAt', instant('created_at')],
  ...PERSON_COLUMNS,
  'state',
  ['subscriptionState', raw(SUBSCRIPTION_STATE)],
];

/** What a row has for a chosen column beyond `FIXED`. Subqueries are read for the rows of the page only, after its LIMIT. */
const CHOSEN: Partial<Record<TrialColumn, Column>> = {
  ...Object.fromEntries(FILED_FIELDS.map((name) => [SIGN_UP_FIELDS[name].header, [name, raw(columnOf(name))]])),
  Plan: ['plan', raw('selected_plan')],
  'Phone Verified': ['phoneVerifiedAt', instant('phone_verified_at')],
  'Card Saved': ['cardSavedAt', instant('card_saved_at')],
  'Trial Ends': ['trialEndsAt', instant('trial_ends_at')],
  'Status Since': ['inStateSince', instant(IN_STATE_SINCE)],
  Owed: ['owedInCents', raw(OWED_IN_CENTS)],
  Contacted: ['contactedAt', instant('contacted_at')],
  Owner: ['owner', raw(OWNER)],
};

/** The select list of a page with the chosen columns. */
export function trialRow(chosen: readonly TrialColumn[]): Sql {
  const present = new Set(FIXED.map(nameOf));
  const more = chosen.map((column) => CHOSEN[column]).filter((each) => each && !present.has(nameOf(each)));
  return columns(...FIXED, ...(more as Column[]));
}

const nameOf = (column: Column): string => (typeof column === 'string' ? camelCased(column) : column[0]);

export const trialSignupsFile = (
  filter: TrialFilter,
  chosen: readonly TrialColumn[],
  { zone, now, today }: { zone: string; now: Date; today: string },
): CsvFile => ({
  list: 'trial-signups',
  name: `trial-signups-${today}.csv`,
  filter: filterOf(filter),
  source: trialSignups(filter, { zone, now, masked: false }),
  changedSince: changedIn(raw('trial_signups.id'), trialSignup.id, subscriptionLife.id),
  cells: chosen.map((column) => cellsOf(zone)[column]),
});

const SORT_KEYS: Record<string, Pick<Sort, 'key' | 'type'>> = {
  name: { key: raw(`folded(first_name || ' ' || last_name)`), type: 'text' },
  email: { key: raw('lower(email)'), type: 'text' },
  churchName: { key: raw('folded(church_name)'), type: 'text' },
};

/** The id is qualified, because `id` alone is the column of the answer, a floating-point number, and has no index. */
function sortOf(filter: TrialFilter): Sort {
  const by = filter.sort ?? '-createdAt';
  const at = { key: raw(memberStatesOf(filter) ? 'signed_up_at' : 'created_at'), type: 'timestamptz' } as const;
  return { ...at, ...SORT_KEYS[by.replace('-', '')], by, id: raw('trial_signups.id'), descending: by.startsWith('-') };
}

/** The value of a field as a file has it. */
const fileValueOf = (name: SignUpFieldName): Sql => {
  const { choices } = SIGN_UP_FIELDS[name];
  const column = columnOf(name);
  if (name === 'phone') return phone;
  // A state is filed by its two letters.
  return choices && name !== 'churchState' ? label(column, choices) : userText(column);
};

/** The cell of a field, under its own header or another. */
export const fieldCell = (name: (typeof FILED_FIELDS)[number], header: string = SIGN_UP_FIELDS[name].header): Cell =>
  cell(header, fileValueOf(name));

const FIELD_CELLS = Object.fromEntries(
  FILED_FIELDS.map((name) => [SIGN_UP_FIELDS[name].header, fieldCell(name)]),
) as Record<FieldHeader, Cell>;

const PLAN = label(
  'selected_plan',
  PLANS.map(({ id: value, name }) => ({ value, label: name })),
);

const cellsOf = (zone: string): Record<TrialColumn, Cell> => ({
  ...FIELD_CELLS,
  Date: timed('Date', 'created_at', zone),
  Name: cell('Name', NAME),
  'Trial ID': cell('Trial ID', id),
  Status: cell('Status', label(SIGNUP_STANDING, STATE_CHOICES)),
  Plan: cell('Plan', PLAN),
  'Phone Verified': timed('Phone Verified', 'phone_verified_at', zone),
  'Card Saved': timed('Card Saved', 'card_saved_at', zone),
  'Trial Ends': timed('Trial Ends', 'trial_ends_at', zone),
  'Status Since': timed('Status Since', IN_STATE_SINCE, zone),
  Owed: cell('Owed', raw(`to_char(${OWED_IN_CENTS} / 100, 'FM999999990.00')`)),
  Contacted: timed('Contacted', 'contacted_at', zone),
  Owner: cell('Owner', userText(OWNER)),
});
