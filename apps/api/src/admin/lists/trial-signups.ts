import {
  civilDay,
  columnOf,
  type FieldHeader,
  FILED_FIELDS,
  PLANS,
  SIGN_UP_FIELDS,
  type SignUpFieldName,
} from '@lampstand/contracts';
import { STATE_CHOICES, type TrialColumn, type TrialFilter, withDays } from '@lampstand/contracts/back-office';
import { cell, type Cell, type CsvFile, filterOf, id, label, phone, timed, userText } from '../exports/csv-file.ts';
import { columns, instant, type List, numeric, type Sort } from './list.ts';
import { NAME, PERSON_COLUMNS, PERSON_PARTS } from './people.ts';
import { signupConditions } from './signup-conditions.ts';
import { onDays, type Searchable, searchConditions } from './search.ts';
import { every, raw, type Sql, sql } from './sql.ts';

/** What a list of sign-ups depends on besides its filter. */
export interface Reading {
  zone: string;
  now: Date;
  /** The role sees people masked, and searches accordingly. */
  masked: boolean;
}

/** The saved sign-ups, without superseded and erased ones unless the filter includes them. */
export const trialSignups = (filter: TrialFilter, { zone, now, masked }: Reading): List => ({
  from: raw('trial_signups'),
  where: every([
    ...onDays(withDays(filter, civilDay(now, zone)), raw('created_at'), zone),
    ...(filter.since ? [sql`created_at >= ${filter.since}::timestamptz`] : []),
    ...signupConditions(filter, now),
    ...searchConditions(filter.q, TRIAL, masked),
  ]),
  sort: sortOf(filter.sort),
});

/** Null without an account. */
const SUBSCRIPTION_STATE = '(SELECT member.state FROM subscriptions AS member WHERE member.id = trial_signups.id)';

/** The state of a row of `trial_signups`: of a member, that of the subscription. */
export const STANDING = `coalesce(${SUBSCRIPTION_STATE}, trial_signups.state)`;

export const TRIAL_ROW = columns(['id', numeric()], ['createdAt', instant('created_at')], ...PERSON_COLUMNS, 'state', [
  'subscriptionState',
  raw(SUBSCRIPTION_STATE),
]);

export const trialSignupsFile = (
  filter: TrialFilter,
  chosen: readonly TrialColumn[],
  { zone, now, today }: { zone: string; now: Date; today: string },
): CsvFile => ({
  list: 'trial-signups',
  name: `trial-signups-${today}.csv`,
  filter: filterOf(filter),
  source: trialSignups(filter, { zone, now, masked: false }),
  cells: chosen.map((column) => cellsOf(zone)[column]),
});

/** The text is the indexed expression, character by character. */
export const TRIAL: Searchable = {
  text: raw('trial_search_text(first_name, last_name, email, church_name, phone, id)'),
  ...PERSON_PARTS,
};

const SORT_KEYS: Record<string, Pick<Sort, 'key' | 'type'>> = {
  createdAt: { key: raw('created_at'), type: 'timestamptz' },
  name: { key: raw(`lower(first_name || ' ' || last_name)`), type: 'text' },
  email: { key: raw('lower(email)'), type: 'text' },
  churchName: { key: raw('lower(church_name)'), type: 'text' },
};

function sortOf(by = '-createdAt'): Sort {
  const known = SORT_KEYS[by.replace('-', '')] ?? { key: raw('created_at'), type: 'timestamptz' };
  return { ...known, by, id: raw('id'), descending: by.startsWith('-') };
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
  State: cell('State', label(STANDING, STATE_CHOICES)),
  Plan: cell('Plan', PLAN),
  'Phone Verified': timed('Phone Verified', 'phone_verified_at', zone),
  'Card Saved': timed('Card Saved', 'card_saved_at', zone),
  'Trial Ends': timed('Trial Ends', 'trial_ends_at', zone),
});
