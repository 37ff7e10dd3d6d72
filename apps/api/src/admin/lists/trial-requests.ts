import { STATE_CHOICES, type TrialRequestFilter } from '@lampstand/contracts/back-office';
import { every, instant, numeric, raw, sql } from '../../platform/database/sql.ts';
import { changedAfter } from './changes.ts';
import { cell, type CsvFile, filterOf, label, timed, userText } from './csv-file.ts';
import { columns, type List, newestFirst, oldestFirst } from './list.ts';
import { FORM_CELLS, PERSON_SEARCH, PERSON_COLUMNS } from './people.ts';
import { searchConditions } from './search.ts';

/** Open requests have no answer yet and come oldest first. All other lists are newest first. */
export const trialRequests = ({ q, state }: TrialRequestFilter, masked: boolean): List => ({
  from: raw('trial_requests'),
  where: every([
    ...(state ? [sql`state = ${state === 'open' ? 'new' : state}`] : []),
    ...searchConditions(q, PERSON_SEARCH, masked),
  ]),
  sort: state === 'open' ? oldestFirst() : newestFirst(),
});

/** The owner of the request. */
const OWNER = '(SELECT account.name FROM staff_accounts AS account WHERE account.id = owner_id)';

export const REQUEST_ROW = columns(
  ['id', numeric()],
  ['createdAt', instant('created_at')],
  'state',
  ['owner', raw(OWNER)],
  ['answeredAt', instant('answered_at')],
  ...PERSON_COLUMNS,
  'church_city',
  'church_state',
  'years_in_ministry',
  'why_interested',
);

export const trialRequestsFile = (filter: TrialRequestFilter, zone: string): CsvFile => ({
  list: 'trial-requests',
  name: 'trial-requests.csv',
  filter: filterOf(filter),
  source: trialRequests(filter, false),
  changedSince: changedAfter,
  cells: [
    timed('Date', 'created_at', zone),
    cell('Status', label('state', STATE_CHOICES)),
    cell('Owner', userText(OWNER)),
    timed('Answered', 'answered_at', zone),
    ...FORM_CELLS,
  ],
});
