import { sqlStates, trialSignup } from '@lampstand/workflows';
import type { TrialFilter } from '@lampstand/contracts/back-office';
import { every, instant, numeric, raw } from '../../platform/database/sql.ts';
import { changedIn } from './changes.ts';
import { cell, type CsvFile, filterOf, timed } from './csv-file.ts';
import { columns, type List } from './list.ts';
import { NAME, PERSON_COLUMNS } from './people.ts';
import { fieldCell, type Reading, trialSignups } from './trial-signups.ts';

/** The filtered sign-ups with a proven phone and neither card nor account, unless superseded by a later one or erased. */
export function incompleteTrials(filter: TrialFilter, reading: Reading): List {
  const list = trialSignups({ ...filter, state: undefined, stuck: undefined, include: undefined }, reading);
  return {
    ...list,
    where: every([raw(`trial_signups.state IN (${sqlStates(trialSignup, 'waitsForCard')})`), list.where]),
  };
}

export const INCOMPLETE_ROW = columns(
  ['id', numeric()],
  ['createdAt', instant('created_at')],
  ...PERSON_COLUMNS,
  'state',
  'church_city',
  'church_state',
  ['message', raw(`nullif(message, '')`)],
  ['contactedAt', instant('contacted_at')],
);

/** The contract makes `message` and `contactedAt` optional, not null. */
export const withoutNulls = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;

export const incompleteTrialsFile = (filter: TrialFilter, { zone, now }: Pick<Reading, 'zone' | 'now'>): CsvFile => ({
  list: 'incomplete-trials',
  name: 'incomplete-trial-signups.csv',
  filter: filterOf(filter),
  source: incompleteTrials(filter, { zone, now, masked: false }),
  changedSince: changedIn(raw('trial_signups.id'), trialSignup.id),
  cells: [
    cell('Name', NAME),
    cell('Status', raw(`'Phone Verified, No Credit Card'`)),
    fieldCell('email'),
    fieldCell('phone'),
    fieldCell('churchName'),
    fieldCell('churchCity'),
    fieldCell('churchState', 'State'),
    fieldCell('position'),
    fieldCell('churchSize'),
    fieldCell('message'),
    timed('Signup Date', 'created_at', zone),
  ],
});
