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

  /** Days without a sign-up between the first and the last are there, too: the picture has no gaps. */
  async execute(filter: TrialFilter): Promise<Funnel> {
    const zone = this.settings.ORG_TIME_ZONE;
    const { from, where } = trialSignups(filter, zone);
    const days = await this.dataSource.query<Funnel['days']>(
      ...sql`
        WITH counted AS (
          SELECT (created_at AT TIME ZONE ${zone})::date AS day, count(*)::int AS registered,
                 count(phone_verified_at)::int AS verified, count(card_saved_at)::int AS card,
                 (count(*) FILTER (WHERE state = 'success'))::int AS account
            FROM ${from} WHERE ${where} GROUP BY 1),
        days AS (SELECT generate_series(min(day), max(day), interval '1 day')::date AS day FROM counted)
        SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(registered, 0) AS registered, coalesce(verified, 0) AS verified,
               coalesce(card, 0) AS card, coalesce(account, 0) AS account
          FROM days LEFT JOIN counted USING (day) ORDER BY day`.parameterized,
    );
    const sumOf = (name: keyof FunnelCounts) => days.reduce((sum, day) => sum + day[name], 0);
    const counts = { registered: sumOf('registered'), verified: sumOf('verified'), card: sumOf('card') };
    return { ...counts, account: sumOf('account'), days };
  }
}
