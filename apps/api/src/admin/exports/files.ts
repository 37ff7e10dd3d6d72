import { PLANS, SIGNUP_CHURCH_SIZES } from '@lampstand/contracts';
import type {
  AmbassadorFilter,
  SearchFilter,
  SubscriberFilter,
  TrialColumn,
  TrialFilter,
} from '@lampstand/contracts/back-office';
import { applications, incompleteTrials, subscribers, trialRequests, trialSignups } from '../lists/lists.ts';
import { raw } from '../lists/sql.ts';
import { cell, type Cell, id, label, phone, timed, typed, word } from './cells.ts';
import { type CsvFile, filterOf } from './csv-file.ts';

/** What each file holds. */

/** Files are for administrators alone. */
const UNMASKED = false;

const NAME = typed(`btrim(first_name || ' ' || last_name)`);
const SIZE = label('church_size', SIGNUP_CHURCH_SIZES);
const PLAN = label(
  'selected_plan',
  PLANS.map(({ id: value, name }) => ({ value, label: name })),
);

const trialCells = (zone: string): Record<TrialColumn, Cell> => ({
  Date: timed('Date', 'created_at', zone),
  Name: cell('Name', NAME),
  Email: cell('Email', typed('email')),
  Phone: cell('Phone', phone),
  Church: cell('Church', typed('church_name')),
  Position: cell('Position', typed('position')),
  'Church Size': cell('Church Size', SIZE),
  'Trial ID': cell('Trial ID', id),
  State: cell('State', word('state')),
  Ministry: cell('Ministry', typed('ministry_name')),
  City: cell('City', typed('church_city')),
  'Church State': cell('Church State', typed('church_state')),
  Plan: cell('Plan', PLAN),
  'Phone Verified': timed('Phone Verified', 'phone_verified_at', zone),
  'Card Saved': timed('Card Saved', 'card_saved_at', zone),
  'Trial Ends': timed('Trial Ends', 'trial_ends_at', zone),
  'How Heard': cell('How Heard', typed('how_heard_about')),
  'Church Software': cell('Church Software', typed('church_software')),
  Message: cell('Message', typed('message')),
});

export const trialSignupsFile = (
  filter: TrialFilter,
  columns: readonly TrialColumn[],
  { zone, today }: { zone: string; today: string },
): CsvFile => ({
  list: 'trial-signups',
  name: `trial-signups-${today}.csv`,
  filter: filterOf(filter),
  source: trialSignups(filter, zone, UNMASKED),
  cells: columns.map((column) => trialCells(zone)[column]),
});

export const incompleteTrialsFile = (filter: SearchFilter, zone: string): CsvFile => ({
  list: 'incomplete-trials',
  name: 'incomplete-trial-signups.csv',
  filter: filterOf(filter),
  source: incompleteTrials(filter, UNMASKED),
  cells: [
    cell('Name', NAME),
    cell('Status', raw(`'Phone Verified, No Credit Card'`)),
    cell('Email', typed('email')),
    cell('Phone', phone),
    cell('Church', typed('church_name')),
    cell('City', typed('church_city')),
    cell('State', typed('church_state')),
    cell('Position', typed('position')),
    cell('Church Size', SIZE),
    cell('Message', typed('message')),
    timed('Signup Date', 'created_at', zone),
  ],
});

/** The two forms that a person answers ask for the same. */
const FORM_CELLS: Cell[] = [
  cell('Name', NAME),
  cell('Email', typed('email')),
  cell('Phone', phone),
  cell('Position', typed('position')),
  cell('Church', typed('church_name')),
  cell('City', typed('church_city')),
  cell('State', typed('church_state')),
  cell('Church Size', typed('church_size')),
  cell('Years in Ministry', typed('years_in_ministry')),
  cell('Why Interested', typed('why_interested')),
];

export const applicationsFile = (filter: AmbassadorFilter, zone: string): CsvFile => ({
  list: 'ambassadors',
  name: 'ambassador-applications.csv',
  filter: filterOf(filter),
  source: applications(filter, UNMASKED),
  cells: [
    timed('Date', 'created_at', zone),
    cell('Status', word('state')),
    timed('Decided', 'decided_at', zone),
    ...FORM_CELLS,
  ],
});

export const trialRequestsFile = (filter: SearchFilter, zone: string): CsvFile => ({
  list: 'trial-requests',
  name: 'trial-requests.csv',
  filter: filterOf(filter),
  source: trialRequests(filter, UNMASKED),
  cells: [timed('Date', 'created_at', zone), ...FORM_CELLS],
});

/**
 * `linkOf` signs the link that unsubscribes a reader, for the program that sends the letter; without it the file has no
 * link, because each of them works for anyone who has it. The database, which must not know the secret, writes a place
 * for it; no e-mail address has braces.
 */
export const subscribersFile = (filter: SubscriberFilter, zone: string, linkOf?: (id: number) => string): CsvFile => ({
  list: 'newsletter',
  name: 'newsletter-subscribers.csv',
  filter: filterOf(filter),
  source: subscribers(filter, UNMASKED),
  cells: [
    cell('Email', typed('email')),
    cell('Status', word('state')),
    timed('Requested', 'created_at', zone),
    timed('Confirmed', 'confirmed_at', zone),
    timed('Unsubscribed', 'unsubscribed_at', zone),
    ...(linkOf ? [cell('Unsubscribe Link', raw(`'{' || id || '}'`))] : []),
  ],
  ...(linkOf && {
    told: { links: true },
    finish: (lines) =>
      lines.replaceAll(/\{(\d+)\}"$/gm, (_, subscription: string) => `${linkOf(Number(subscription))}"`),
  }),
});
