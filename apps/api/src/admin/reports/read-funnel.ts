import { sqlStates, trialSignup } from '@lampstand/workflows';
import type {
  Funnel,
  FunnelCounts,
  FunnelGroup,
  FunnelGroupQuery,
  TrialFilter,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { raw, type Sql, sql } from '../../platform/database/sql.ts';
import { countedSignups } from '../lists/index.ts';

const COUNTS =
  raw(`count(*)::int AS registered, count(phone_verified_at)::int AS verified, count(card_saved_at)::int AS card,
  (count(*) FILTER (WHERE state IN (${sqlStates(trialSignup, 'opened')})))::int AS account`);

const GROUPED_BY: Record<FunnelGroupQuery['by'], Sql> = {
  plan: raw('selected_plan'),
  churchSize: raw('church_size'),
  position: raw('position'),
  churchState: raw('church_state'),
  source: raw(`coalesce(heard_from::text, '')`),
};

/** How many of the filtered sign-ups reached each step: in total, and per civil day of the organization on which they began. */
@Injectable()
export class ReadFunnel {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Includes the days without a sign-up between the first and the last. */
  async execute(filter: TrialFilter, masked: boolean): Promise<Funnel> {
    const { from, where } = this.listOf(filter, masked);
    const days = await this.dataSource.query<Funnel['days']>(
      ...sql`
        WITH counted AS (
          SELECT (created_at AT TIME ZONE ${this.settings.ORG_TIME_ZONE})::date AS day, ${COUNTS} FROM ${from} WHERE ${where} GROUP BY 1)
        SELECT to_char(each, 'YYYY-MM-DD') AS day, coalesce(registered, 0) AS registered, coalesce(verified, 0) AS verified,
               coalesce(card, 0) AS card, coalesce(account, 0) AS account
          FROM generate_series((SELECT min(day) FROM counted)::timestamp, (SELECT max(day) FROM counted), interval '1 day') AS each
          LEFT JOIN counted ON day = each ORDER BY each`.parameterized,
    );
    const sumOf = (name: keyof FunnelCounts) => days.reduce((sum, day) => sum + day[name], 0);
    const counts = { registered: sumOf('registered'), verified: sumOf('verified'), card: sumOf('card') };
    return { ...counts, account: sumOf('account'), days };
  }

  /** The counts of each group, the largest first. */
  groups(filter: TrialFilter, by: FunnelGroupQuery['by'], masked: boolean): Promise<FunnelGroup[]> {
    const { from, where } = this.listOf(filter, masked);
    return this.dataSource.query<FunnelGroup[]>(
      ...sql`SELECT ${GROUPED_BY[by]} AS value, ${COUNTS} FROM ${from} WHERE ${where}
              GROUP BY 1 ORDER BY registered DESC, value`.parameterized,
    );
  }

  private listOf(filter: TrialFilter, masked: boolean) {
    return countedSignups(filter, { zone: this.settings.ORG_TIME_ZONE, now: this.clock.now(), masked });
  }
}
