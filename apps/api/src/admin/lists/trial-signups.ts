import { PLANS, SIGNUP_CHURCH_SIZES } from '@lampstand/contracts';
import type { TrialColumn, TrialFilter } from '@lampstand/contracts/back-office';
import {
  cell,
  type Cell,
  type CsvFile,
  filterOf,
  id,
  label,
  ownText,
  phone,
  timed,
  userText,
} from '../exports/csv-file.ts';
import { columns, instant, type List, numeric, type Sort } from './list.ts';
import { NAME, PERSON_COLUMNS, PERSON_PARTS } from './people.ts';
import { onDays, type Searchable, searchConditions } from './search.ts';
import { every, raw, sql } from './sql.ts';

/** Every saved sign-up, including superseded ones. `masked`: the role sees people masked, and searches accordingly. */
export const trialSignups = (filter: TrialFilter, zone: string, masked: boolean): List => ({
  from: raw('trial_signups'),
  where: every([
    ...onDays(filter, raw('created_at'), zone),
    ...(filter.since ? [sql`created_at >= ${filter.since}::timestamptz`] : []),
    ...searchConditions(filter.q, TRIAL, masked),
  ]),
  sort: sortOf(filter.sort),
});

export const TRIAL_ROW = columns(['id', numeric()], ['createdAt', instant('created_at')], ...PERSON_COLUMNS, 'state');

export const trialSignupsFile = (
  filter: TrialFilter,
  chosen: readonly TrialColumn[],
  { zone, today }: { zone: string; today: string },
): CsvFile => ({
  list: 'trial-signups',
  name: `trial-signups-${today}.csv`,
  filter: filterOf(filter),
  source: trialSignups(filter, zone, false),
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

export const CHURCH_SIZE = label('church_size', SIGNUP_CHURCH_SIZES);
const PLAN = label(
  'selected_plan',
  PLANS.map(({ id: value, name }) => ({ value, label: name })),
);

const cellsOf = (zone: string): Record<TrialColumn, Cell> => ({
  Date: timed('Date', 'created_at', zone),
  Name: cell('Name', NAME),
  Email: cell('Email', userText('email')),
  Phone: cell('Phone', phone),
  Church: cell('Church', userText('church_name')),
  Position: cell('Position', userText('position')),
  'Church Size': cell('Church Size', CHURCH_SIZE),
  'Trial ID': cell('Trial ID', id),
  State: cell('State', ownText('state')),
  Ministry: cell('Ministry', userText('ministry_name')),
  City: cell('City', userText('church_city')),
  'Church State': cell('Church State', userText('church_state')),
  Plan: cell('Plan', PLAN),
  'Phone Verified': timed('Phone Verified', 'phone_verified_at', zone),
  'Card Saved': timed('Card Saved', 'card_saved_at', zone),
  'Trial Ends': timed('Trial Ends', 'trial_ends_at', zone),
  'How Heard': cell('How Heard', userText('how_heard_about')),
  'Church Software': cell('Church Software', userText('church_software')),
  Message: cell('Message', userText('message')),
});
