import { maskEmail, maskPhone } from '@lampstand/contracts';
import { isMasked, type Role } from '@lampstand/contracts/back-office';
import { instant } from './list.ts';
import type { Page } from './read-page.ts';
import { joined, raw, type Sql, sql } from './sql.ts';

/** What of a list goes to the screen. */

/** Columns by the name they travel under, which is theirs in camelCase unless it is given. */
const columns = (...given: (string | [name: string, value: Sql])[]): Sql =>
  joined(
    given.map((each) =>
      typeof each === 'string' ? sql`${raw(each)} AS ${raw(named(each))}` : sql`${each[1]} AS ${raw(`"${each[0]}"`)}`,
    ),
    ', ',
  );

const named = (column: string): string =>
  `"${column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}"`;

/** Ids stay below 2^53, and a double precision number reaches JavaScript as one. */
const id = (column = 'id'): Sql => raw(`${column}::float8`);
const at = (column: string): Sql => instant(column);

/** An erased sign-up keeps ten zeros, because a phone has ten digits; they are nobody's. */
export const PHONE = raw(`CASE phone WHEN '0000000000' THEN '' ELSE phone END`);

const PERSON: (string | [string, Sql])[] = [
  'first_name',
  'last_name',
  'email',
  ['phone', PHONE],
  'church_name',
  'position',
  'church_size',
];

export const TRIAL_ROW = columns(['id', id()], ['createdAt', at('created_at')], ...PERSON, 'state');

export const INCOMPLETE_ROW = columns(
  ['id', id()],
  ['createdAt', at('created_at')],
  ...PERSON,
  'state',
  'church_city',
  'church_state',
  ['message', raw(`nullif(message, '')`)],
  ['contactedAt', at('contacted_at')],
);

export const REQUEST_ROW = columns(
  ['id', id()],
  ['createdAt', at('created_at')],
  ...PERSON,
  'church_city',
  'church_state',
  'years_in_ministry',
  'why_interested',
);

export const APPLICATION_ROW = columns(
  ['id', id()],
  ['createdAt', at('created_at')],
  ['decidedAt', at('decided_at')],
  'state',
  'first_name',
  'last_name',
  'email',
  ['phone', PHONE],
  'position',
  'church_name',
  'church_city',
  'church_state',
);

export const USER_ROW = columns(
  ['id', raw('users.id')],
  ['trialId', id('trial_id')],
  'status',
  'first_name',
  'last_name',
  'email',
  'phone',
  ['churchName', raw('churches.name')],
  ['openedAt', at('opened_at')],
);

export const SUBSCRIBER_ROW = columns(
  ['id', id()],
  'email',
  ['status', raw('state')],
  ['requestedAt', at('created_at')],
  ['confirmedAt', at('confirmed_at')],
  ['unsubscribedAt', at('unsubscribed_at')],
);

/** What a row has that not every role sees. */
export interface PersonalRow {
  email: string;
  phone?: string;
  message?: string;
  whyInterested?: string | null;
}

/** Support sees whom it looks for, and reveals the rest one by one; of what people wrote, only that they did. */
export const shownTo = <Row extends PersonalRow>(role: Role, page: Page<Row>): Page<Row> =>
  isMasked(role) ? { ...page, rows: page.rows.map(masked) } : page;

function masked<Row extends PersonalRow>({ message, ...row }: Row): Row {
  return {
    ...row,
    email: maskEmail(row.email),
    ...(row.phone && { phone: maskPhone(row.phone) }),
    ...(message && { messageHidden: true }),
    ...(row.whyInterested && { whyInterested: null }),
  } as unknown as Row;
}

/** What a row has no value for is left out, where the contract calls it optional. */
export const withoutNulls = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
