import { sqlStates, trialSignup } from '@lampstand/workflows';
import type { SearchFilter } from '@lampstand/contracts/back-office';
import { every, instant, numeric, raw } from '../../platform/database/sql.ts';
import { changedIn } from './changes.ts';
import { cell, type CsvFile, filterOf, timed } from './csv-file.ts';
import { columns, type List, newestFirst } from './list.ts';
import { NAME, PERSON_COLUMNS, PERSON_SEARCH } from './people.ts';
import { searchConditions } from './search.ts';
import { fieldCell } from './trial-signups.ts';

/** Sign-ups with a proven phone and neither card nor account, unless superseded by a later one or erased. */
export const incompleteTrials = ({ q }: SearchFilter, masked: boolean): List => ({
  from: raw('trial_signups'),
  where: every([
    raw(`state IN (${sqlStates(trialSignup, 'waitsForCard')}) AND superseded_by IS NULL AND erased_at IS NULL`),
    ...searchConditions(q, PERSON_SEARCH, masked),
  ]),
  sort: newestFirst(raw('created_at'), raw('trial_signups.id')),
});

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

export const incompleteTrialsFile = (filter: SearchFilter, zone: string): CsvFile => ({
  list: 'incomplete-trials',
  name: 'incomplete-trial-signups.csv',
  filter: filterOf(filter),
  source: incompleteTrials(filter, false),
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
