import { type Sql, sql } from '../../platform/database/sql.ts';

/** The present month and the twelve before it, for the organization. Their bounds let an index find the rows of each. */
export function monthsUntil(at: Date, zone: string): Sql {
  const now = sql`${at}::timestamptz AT TIME ZONE ${zone}`;
  return sql`
    months AS MATERIALIZED (
      SELECT first, first AT TIME ZONE ${zone} AS since, (first + interval '1 month') AT TIME ZONE ${zone} AS until
        FROM generate_series(date_trunc('month', ${now}) - interval '12 months', ${now}, interval '1 month') AS first)`;
}
