import { ambassadorApplication, sqlStates } from '@lampstand/workflows';
import { type AmbassadorFilter, STATE_CHOICES } from '@lampstand/contracts/back-office';
import { every, instant, numeric, raw, sql } from '../../platform/database/sql.ts';
import { changedIn } from './changes.ts';
import { cell, type CsvFile, filterOf, label, timed } from './csv-file.ts';
import { columns, type List, newestFirst, oldestFirst, type Sort } from './list.ts';
import { FORM_CELLS, PERSON_SEARCH, PHONE_TEXT } from './people.ts';
import { searchConditions } from './search.ts';

/** An erased application keeps its state and dates. */
const NOT_ERASED = `email <> ''`;

const LAST_DECIDED_FIRST: Sort = { ...newestFirst(raw('decided_at')), by: '-decidedAt' };

/** Open ones wait for a decision: none is pending. They come longest wait first, decided ones last decided first, all newest first. */
export const applications = ({ q, state }: AmbassadorFilter, masked: boolean): List => ({
  from: raw('ambassador_applications'),
  where: every([
    raw(NOT_ERASED),
    ...(state === 'open'
      ? [raw(`state IN (${sqlStates(ambassadorApplication, 'open')}) AND pending_until IS NULL`)]
      : []),
    ...(state && state !== 'open' ? [sql`state = ${state}`] : []),
    ...searchConditions(q, PERSON_SEARCH, masked),
  ]),
  sort: state === 'open' ? oldestFirst() : state ? LAST_DECIDED_FIRST : newestFirst(),
});

/** The owner of the application. */
const OWNER = `(SELECT account.name FROM queue_items AS item JOIN staff_accounts AS account ON account.id = item.owner_id
  WHERE item.kind = 'application' AND item.subject_id = ambassador_applications.id)`;

export const APPLICATION_ROW = columns(
  ['id', numeric()],
  ['createdAt', instant('created_at')],
  ['decidedAt', instant('decided_at')],
  'state',
  'first_name',
  'last_name',
  'email',
  ['phone', PHONE_TEXT],
  'position',
  'church_name',
  'church_city',
  'church_state',
  ['owner', raw(OWNER)],
);

export const applicationsFile = (filter: AmbassadorFilter, zone: string): CsvFile => ({
  list: 'ambassadors',
  name: 'ambassador-applications.csv',
  filter: filterOf(filter),
  source: applications(filter, false),
  changedSince: changedIn(raw('id'), ambassadorApplication.id),
  cells: [
    timed('Date', 'created_at', zone),
    cell('Status', label('state', STATE_CHOICES)),
    timed('Decided', 'decided_at', zone),
    ...FORM_CELLS,
  ],
});
