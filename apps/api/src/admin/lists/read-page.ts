import { ERRORS } from '@lampstand/contracts';
import { LIST_MESSAGES, type PageQuery } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { every, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { decrypt, encrypt, type Place } from '../../platform/encryption.ts';
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
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  async execute<Row>(list: PagedList, columns: Sql, { limit, cursor }: PageQuery): Promise<Page<Row>> {
    const size = Number(limit ?? LONGEST_PAGE);
    const from = cursor ? this.readCursor(list.sort, cursor) : undefined;
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
    const cursorAt = (side: Cursor['side'], row?: Placed) =>
      row && { [side]: this.writeCursor(list.sort, { side, key: row.row_key, id: row.row_id }) };
    return {
      rows: rows.map(({ row_key: _key, row_id: _id, ...row }) => row as Row),
      ...((more || backwards) && cursorAt('next', rows.at(-1))),
      ...(from && cursorAt('prev', rows[0])),
    };
  }

  private read<Row>(list: List, columns: Sql, count: number, from?: Cursor): Promise<(Row & Placed)[]> {
    const { sort } = list;
    const conditions = from ? [list.where, beyond(sort, from)] : [list.where];
    return this.rows(
      sql`SELECT ${columns}, (${sort.key})::text AS row_key, (${sort.id})::text AS row_id FROM ${list.from} WHERE ${every(conditions)}
        ${orderOf(sort, from?.side === 'prev')} LIMIT ${count}`,
    );
  }

  /** Encrypted, because it is in addresses and its key may be an email. */
  private writeCursor(sort: Sort, cursor: Cursor): string {
    const content = Buffer.from(JSON.stringify(cursor));
    return encrypt(this.settings.sessionSecrets[0]!, placeOf(sort), content).toString('base64url');
  }

  /** Throws a 400 for a cursor that no list in this order returned. */
  private readCursor(sort: Sort, text: string): Cursor {
    const content = decrypt(this.settings.sessionSecrets, placeOf(sort), Buffer.from(text, 'base64url'));
    if (!content) throw new AppError('invalid', ERRORS.invalid, { fields: { cursor: LIST_MESSAGES.invalid } });
    return JSON.parse(content.toString()) as Cursor;
  }

  private rows<Row>(query: Sql): Promise<Row[]> {
    return this.dataSource.query(...query.parameterized);
  }
}

/** The place of a row in its list. */
type Placed = { row_key: string; row_id: string };

/** The place of the row next to a page when it was read, and the side of it on which the page lies. */
interface Cursor {
  side: 'next' | 'prev';
  key: string;
  id: string;
}

const placeOf = ({ by }: Sort): Place => ({ purpose: 'cursor', row: by });

/** The rows beyond the cursor's row in the direction of reading. */
function beyond({ key, type, id, descending }: Sort, { side, ...row }: Cursor): Sql {
  const comparison = raw(descending === (side === 'next') ? '<' : '>');
  return sql`(${key}, ${id}) ${comparison} (${row.key}::${raw(type)}, ${row.id}::bigint)`;
}
