import { ERRORS } from '@lampstand/contracts';
import { LIST_MESSAGES } from '@lampstand/contracts/back-office';
import { AppError } from '../../platform/http/errors.ts';
import type { Sort } from './list.ts';
import { raw, type Sql, sql } from './sql.ts';

/** Where a page begins or ends: the id of the row beside it, and on which side of that row it lies. Nothing personal. */
export interface Cursor {
  side: 'next' | 'prev';
  id: string;
}

export const writeCursor = (sort: Sort, { side, id }: Cursor): string =>
  Buffer.from(`${sort.by} ${side} ${id}`).toString('base64url');

/** A 400 for what this list, in this order, never gave. */
export function readCursor(sort: Sort, text: string): Cursor {
  const [by, side, id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  if (by !== sort.by || (side !== 'next' && side !== 'prev') || !/^\d{1,16}$/.test(id)) throw badCursor();
  return { side, id };
}

export const badCursor = (): AppError =>
  new AppError(400, ERRORS.invalid, { fields: { cursor: LIST_MESSAGES.invalid } });

/** Rows beyond the cursor, whose row sorts by `at`, in the direction that is read. */
export function beyond({ key, type, id, descending }: Sort, { side, ...row }: Cursor, at: string): Sql {
  const comparison = raw(descending === (side === 'next') ? '<' : '>');
  return sql`(${key}, ${id}) ${comparison} (${at}::${raw(type)}, ${row.id}::bigint)`;
}
