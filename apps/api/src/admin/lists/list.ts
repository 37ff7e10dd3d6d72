import { joined, raw, type Sql, sql } from '../../platform/database/sql.ts';

/** One list of the back office. The page on screen and the exported file are made from the same value. */
export interface List {
  from: Sql;
  where: Sql;
  sort: Sort;
}

/** A list on screen. */
export interface PagedList extends List {
  /** All rows are counted. Otherwise counting stops at 5,000. */
  exactTotal?: boolean;
}

/** The order of a list. The id breaks ties, so no page repeats or skips a row. */
export interface Sort {
  /** Names the order in a cursor; a cursor of another order is rejected. */
  by: string;
  key: Sql;
  type: 'timestamptz' | 'text';
  id: Sql;
  descending: boolean;
}

export const newestFirst = (key: Sql = raw('created_at'), id: Sql = raw('id')): Sort => ({
  by: '-createdAt',
  key,
  type: 'timestamptz',
  id,
  descending: true,
});

export const oldestFirst = (key: Sql = raw('created_at'), id: Sql = raw('id')): Sort => ({
  ...newestFirst(key, id),
  by: 'createdAt',
  descending: false,
});

export function orderOf({ key, id, descending }: Sort, reversed = false): Sql {
  const direction = raw(descending === reversed ? 'ASC' : 'DESC');
  return sql`ORDER BY ${key} ${direction}, ${id} ${direction}`;
}

/** A column by its name, which travels in camelCase, or an expression under the name it travels by. */
export type Column = string | [name: string, value: Sql];

/** The select list of a page. */
export const columns = (...selected: Column[]): Sql =>
  joined(
    selected.map((each) =>
      typeof each === 'string'
        ? sql`${raw(each)} AS ${raw(`"${camelCased(each)}"`)}`
        : sql`${each[1]} AS ${raw(`"${each[0]}"`)}`,
    ),
    ', ',
  );

export const camelCased = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
