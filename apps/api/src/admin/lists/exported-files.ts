import { instant, raw, sql } from '../../platform/database/sql.ts';
import { type List, newestFirst } from './list.ts';

/** Every export, newest first. */
export const exportedFiles: List = {
  from: raw('exports JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: raw('true'),
  sort: newestFirst(raw('at'), raw('exports.id')),
};

export const EXPORT_ROW = sql`exports.id::float8 AS id, ${instant('at')} AS at, email AS "by", list, filter, columns, outcome, rows,
  bytes::float8 AS bytes, sha256`;
