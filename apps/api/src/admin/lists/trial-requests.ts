import type { SearchFilter } from '@lampstand/contracts/back-office';
import { type CsvFile, filterOf, timed } from '../exports/csv-file.ts';
import { columns, instant, type List, newestFirst, numeric } from './list.ts';
import { FORM_CELLS, PERSON, PERSON_COLUMNS } from './people.ts';
import { searchConditions } from './search.ts';
import { every, raw } from './sql.ts';

export const trialRequests = ({ q }: SearchFilter, masked: boolean): List => ({
  from: raw('trial_requests'),
  where: every(searchConditions(q, PERSON, masked)),
  sort: newestFirst(),
});

export const REQUEST_ROW = columns(
  ['id', numeric()],
  ['createdAt', instant('created_at')],
  ...PERSON_COLUMNS,
  'church_city',
  'church_state',
  'years_in_ministry',
  'why_interested',
);

export const trialRequestsFile = (filter: SearchFilter, zone: string): CsvFile => ({
  list: 'trial-requests',
  name: 'trial-requests.csv',
  filter: filterOf(filter),
  source: trialRequests(filter, false),
  cells: [timed('Date', 'created_at', zone), ...FORM_CELLS],
});
