import { joined, raw, type Sql, sql } from '../../platform/database/sql.ts';

/**
 * Whether the transaction `tx` is not in `snapshot`. The numbers of a restored database can be ahead of this cluster: rows
 * with such a number were not changed here.
 */
const isAfter = (tx: Sql, snapshot: string): Sql => {
  const before = sql`${snapshot}::pg_snapshot`;
  return sql`${tx} >= pg_snapshot_xmin(${before}) AND NOT pg_visible_in_snapshot(${tx}, ${before})
    AND ${tx} < pg_snapshot_xmax(pg_current_snapshot())`;
};

/** Rows that were saved, or whose state in one of the flows changed, after the snapshot. */
export const changedIn =
  (id: Sql, ...flows: string[]) =>
  (snapshot: string): Sql => {
    const names = joined(
      flows.map((flow) => sql`${flow}`),
      ', ',
    );
    return sql`${id} IN (SELECT subject_id FROM workflow_journal
      WHERE flow IN (${names}) AND from_state <> to_state AND ${isAfter(raw('tx'), snapshot)})`;
  };

/** Rows of a table without a journal that were saved, or whose state changed, after the snapshot. */
export const changedAfter = (snapshot: string): Sql => isAfter(raw('changed_tx::xid8'), snapshot);
