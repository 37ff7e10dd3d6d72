import type { PageQuery } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { badCursor, beyond, type Cursor, readCursor, writeCursor } from './cursor.ts';
import { type List, orderOf } from './list.ts';
import { every, type Sql, sql } from './sql.ts';

/** A list without a `limit` has so many rows at most. */
const LONGEST_PAGE = 1000;

/** Rows with the cursors of the pages beside them, and how many rows there are in all. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  next?: string;
  prev?: string;
}

/** Reads one page of any list by its sort key, so that the thousandth page costs what the first does. */
@Injectable()
export class ReadPage {
  constructor(private readonly dataSource: DataSource) {}

  async execute<Row>(list: List, columns: Sql, { limit, cursor }: PageQuery): Promise<Page<Row>> {
    const size = Number(limit ?? LONGEST_PAGE);
    const from = cursor ? readCursor(list.sort, cursor) : undefined;
    const [page, total] = await Promise.all([this.page<Row>(list, columns, size, from), this.count(list)]);
    return { ...page, total };
  }

  async count({ from, where }: Pick<List, 'from' | 'where'>): Promise<number> {
    const [row] = await this.rows<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${from} WHERE ${where}`);
    return row?.total ?? 0;
  }

  private async page<Row>(list: List, columns: Sql, size: number, from?: Cursor): Promise<Omit<Page<Row>, 'total'>> {
    const backwards = from?.side === 'prev';
    const found = await this.read<Row>(list, columns, size + 1, from);
    const more = found.length > size;
    // The start of the list is reached: rather its first page, in full, than what is left over.
    if (backwards && !more) return this.page(list, columns, size);
    const rows = backwards ? found.slice(0, size).toReversed() : found.slice(0, size);
    const cursorAt = (side: Cursor['side'], row?: Placed) =>
      row && { [side]: writeCursor(list.sort, { side, id: row.row_id }) };
    return {
      rows: rows.map(({ row_id: _, ...row }) => row as Row),
      ...((more || backwards) && cursorAt('next', rows.at(-1))),
      ...(from && cursorAt('prev', rows[0])),
    };
  }

  private async read<Row>(list: List, columns: Sql, count: number, from?: Cursor): Promise<(Row & Placed)[]> {
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

type Placed = { row_id: string };
