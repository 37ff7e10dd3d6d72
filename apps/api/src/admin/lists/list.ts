import { raw, type Sql, sql } from './sql.ts';

/** What a list sorts by. Equal keys are told apart by the id, so that no page repeats or skips a row. */
export interface Sort {
  /** Names the order in a cursor: one of another order is refused. */
  by: string;
  key: Sql;
  type: 'timestamptz' | 'text';
  id: Sql;
  descending: boolean;
}

/** One list of the back office. The page on the screen and the file that is exported are made from the same. */
export interface List {
  from: Sql;
  where: Sql;
  sort: Sort;
}

export const newestFirst = (key: Sql, id: Sql): Sort => ({
  by: '-createdAt',
  key,
  type: 'timestamptz',
  id,
  descending: true,
});

export const oldestFirst = (key: Sql, id: Sql): Sort => ({
  by: 'createdAt',
  key,
  type: 'timestamptz',
  id,
  descending: false,
});

export function orderOf({ key, id, descending }: Sort, reversed = false): Sql {
  const direction = raw(descending === reversed ? 'ASC' : 'DESC');
  return sql`ORDER BY ${key} ${direction}, ${id} ${direction}`;
}

/** An instant as it travels: ISO 8601 in UTC. */
export const instant = (column: string): Sql =>
  raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
