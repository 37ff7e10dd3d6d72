import { ERRORS } from '@lampstand/contracts';
import { LIST_MESSAGES, type PageQuery } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { every, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { type List, orderOf, type PagedList, type Sort } from './list.ts';

/** The most rows of a page without a `limit`. */
const LONGEST_PAGE = 1000;

/** A search is counted up to here, because counting what a common word matches takes longer than reading the page. */
const MAX_COUNTED = 5000;

/** Rows with the cursors of the neighboring pages, and the number of all rows. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  /** There are more rows than `total`. */
  atLeast: boolean;
  next?: string;
  prev?: string;
}

/** Reads one page of any list by its sort key (keyset pagination), so every page costs the same. */
@Injectable()
export class ReadPage {
  constructor(private readonly dataSource: DataSource) {}

  async execute<Row>(list: PagedList, columns: Sql, { limit, cursor }: PageQuery): Promise<Page<Row>> {
    const size = Number(limit ?? LONGEST_PAGE);
    const from = cursor ? readCursor(list.sort, cursor) : undefined;
    const [page, total] = await Promise.all([this.page<Row>(list, columns, size, from), this.count(list)]);
    return { ...page, ...total };
  }

  private async count({ from, where, exactTotal }: PagedList): Promise<Pick<Page<unknown>, 'total' | 'atLeast'>> {
    const limit = exactTotal ? raw('') : sql`LIMIT ${MAX_COUNTED + 1}`;
    const [{ total } = { total: 0 }] = await this.rows<{ total: number }>(
      sql`SELECT count(*)::int AS total FROM (SELECT FROM ${from} WHERE ${where} ${limit}) AS counted`,
    );
    const atLeast = !exactTotal && total > MAX_COUNTED;
    return { total: atLeast ? MAX_COUNTED : total, atLeast };
  }

  private async page<Row>(
    list: List,
    columns: Sql,
    size: number,
    from?: Cursor,
  ): Promise<Omit<Page<Row>, 'total' | 'atLeast'>> {
    const backwards = from?.side === 'prev';
    const found = await this.read<Row>(list, columns, size + 1, from);
    const more = found.length > size;
    // The start of the list: return a full first page instead of the few remaining rows.
    if (backwards && !more) return this.page(list, columns, size);
    const rows = backwards ? found.slice(0, size).toReversed() : found.slice(0, size);
    const cursorAt = (side: Cursor['side'], row?: WithRowId) =>
      row && { [side]: writeCursor(list.sort, { side, id: row.row_id }) };
    return {
      rows: rows.map(({ row_id: _, ...row }) => row as Row),
      ...((more || backwards) && cursorAt('next', rows.at(-1))),
      ...(from && cursorAt('prev', rows[0])),
    };
  }

  private async read<Row>(list: List, columns: Sql, count: number, from?: Cursor): Promise<(Row & WithRowId)[]> {
    const { sort } = list;
    const conditions = from ? [list.where, beyond(sort, from, await this.keyOf(list, from))] : [list.where];
    return this.rows(
      sql`SELECT ${columns}, (${sort.id})::text AS row_id FROM ${list.from} WHERE ${every(conditions)}
        ${orderOf(sort, from?.side === 'prev')} LIMIT ${count}`,
    );
  }

  private async keyOf({ from, sort }: List, { id }: Cursor): Promise<string> {
    const [row] = await this.rows<{ key: string }>(
      sql`SELECT (${sort.key})::text AS key FROM ${from} WHERE ${sort.id} = ${id}::bigint`,
    );
    if (!row) throw badCursor();
    return row.key;
  }

  private rows<Row>(query: Sql): Promise<Row[]> {
    return this.dataSource.query(...query.parameterized);
  }
}

type WithRowId = { row_id: string };

/** The id of the row next to a page, and the side of that row on which the page lies. Contains no personal data. */
interface Cursor {
  side: 'next' | 'prev';
  id: string;
}

const writeCursor = (sort: Sort, { side, id }: Cursor): string =>
  Buffer.from(`${sort.by} ${side} ${id}`).toString('base64url');

/** Throws a 400 for a cursor that this list, in this order, never returned. */
function readCursor(sort: Sort, text: string): Cursor {
  const [by, side, id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  if (by !== sort.by || (side !== 'next' && side !== 'prev') || !/^\d{1,16}$/.test(id)) throw badCursor();
  return { side, id };
}

const badCursor = (): AppError =>
  new AppError('invalid', ERRORS.invalid, { fields: { cursor: LIST_MESSAGES.invalid } });

/** The rows beyond the cursor's row, which sorts by `at`, in the direction of reading. */
function beyond({ key, type, id, descending }: Sort, { side, ...row }: Cursor, at: string): Sql {
  const comparison = raw(descending === (side === 'next') ? '<' : '>');
  return sql`(${key}, ${id}) ${comparison} (${at}::${raw(type)}, ${row.id}::bigint)`;
}
