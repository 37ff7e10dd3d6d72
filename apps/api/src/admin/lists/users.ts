import type { SearchFilter } from '@lampstand/contracts/back-office';
import { every, instant, numeric, raw } from '../../platform/database/sql.ts';
import { columns, type List, newestFirst } from './list.ts';
import { type Searchable, searchConditions, searchTextOf } from './search.ts';

const USER: Searchable = {
  text: searchTextOf(...['first_name', 'last_name', 'email', 'churches.name', 'phone', 'trial_id::text'].map(raw)),
  open: searchTextOf(...['first_name', 'last_name', 'churches.name', 'trial_id::text'].map(raw)),
  email: raw('email'),
  phone: raw('phone'),
};

/** An erased account keeps its status and dates, under an email that is none. */
const NOT_ERASED = raw(`email LIKE '%@%'`);

export const users = ({ q }: SearchFilter, masked: boolean): List => ({
  from: raw('users JOIN churches ON churches.id = church_id'),
  where: every([NOT_ERASED, ...searchConditions(q, USER, masked)]),
  sort: newestFirst(raw('users.created_at'), raw('users.id')),
});

export const USER_ROW = columns(
  ['id', raw('users.id')],
  ['trialId', numeric('trial_id')],
  'status',
  'first_name',
  'last_name',
  'email',
  'phone',
  ['churchName', raw('churches.name')],
  ['openedAt', instant('opened_at')],
);
