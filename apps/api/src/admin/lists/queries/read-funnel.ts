import type { Funnel, FunnelCounts, TrialFilter } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../../platform/config/index.ts';
import { trialSignups } from '../lists.ts';
import { sql } from '../sql.ts';

/** How far the sign-ups of a filter came: in all, and by the organisation's day on which each began. */
@Injectable()
export class ReadFunnel {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  /**
   * Days without a sign-up between the first and the last are there, too: the picture has no gaps. Each row is put between
   * two midnights, which is several times as quick as asking the calendar for its day.
   */
  async execute(filter: TrialFilter, masked: boolean): Promise<Funnel> {
    const zone = this.settings.ORG_TIME_ZONE;
    const { from, where } = trialSignups(filter, zone, masked);
    const days = await this.dataSource.query<Funnel['days']>(
      ...sql`
        WITH chosen AS NOT MATERIALIZED (SELECT * FROM ${from} WHERE ${where}),
        span AS (SELECT (min(created_at) AT TIME ZONE ${zone})::date AS first, (max(created_at) AT TIME ZONE ${zone})::date AS last
                   FROM chosen),
        days AS (SELECT n, first + n - 1 AS day, (first + n - 1)::timestamp AT TIME ZONE ${zone} AS midnight
                   FROM span, generate_series(1, last - first + 1) AS n),
        counted AS (
          SELECT width_bucket(created_at, (SELECT array_agg(midnight ORDER BY n) FROM days)) AS n, count(*)::int AS registered,
                 count(phone_verified_at)::int AS verified, count(card_saved_at)::int AS card,
                 (count(*) FILTER (WHERE state = 'success'))::int AS account
            FROM chosen GROUP BY 1)
        SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(registered, 0) AS registered, coalesce(verified, 0) AS verified,
               coalesce(card, 0) AS card, coalesce(account, 0) AS account
          FROM days LEFT JOIN counted USING (n) ORDER BY n`.parameterized,
    );
    const sumOf = (name: keyof FunnelCounts) => days.reduce((sum, day) => sum + day[name], 0);
    const counts = { registered: sumOf('registered'), verified: sumOf('verified'), card: sumOf('card') };
    return { ...counts, account: sumOf('account'), days };
  }
}
