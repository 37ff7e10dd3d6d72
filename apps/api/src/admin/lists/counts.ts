import { sqlStates, trialSignup } from '@lampstand/workflows';
import type {
  DatabaseStats,
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
import { raw, type Sql, sql } from './sql.ts';
import { trialSignups } from './trial-signups.ts';

const COUNTS =
  raw(`count(*)::int AS registered, count(phone_verified_at)::int AS verified, count(card_saved_at)::int AS card,
  (count(*) FILTER (WHERE state IN (${sqlStates(trialSignup, 'opened')})))::int AS account`);

const GROUPED_BY: Record<FunnelGroupQuery['by'], Sql> = { plan: raw('selected_plan'), churchSize: raw('church_size') };

/** How many of the filtered sign-ups reached each step: in total, and per civil day of the organization on which they began. */
@Injectable()
export class ReadFunnel {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Includes the days without a sign-up between the first and the last. `width_bucket` over the midnights is several times
   * faster than converting each row to its civil day.
   */
  async execute(filter: TrialFilter, masked: boolean): Promise<Funnel> {
    const zone = this.settings.ORG_TIME_ZONE;
    const { from, where } = trialSignups(filter, { zone, now: this.clock.now(), masked });
    const days = await this.dataSource.query<Funnel['days']>(
      ...sql`
        WITH chosen AS NOT MATERIALIZED (SELECT * FROM ${from} WHERE ${where}),
        span AS (SELECT (min(created_at) AT TIME ZONE ${zone})::date AS first, (max(created_at) AT TIME ZONE ${zone})::date AS last
                   FROM chosen),
        days AS (SELECT n, first + n - 1 AS day, (first + n - 1)::timestamp AT TIME ZONE ${zone} AS midnight
                   FROM span, generate_series(1, last - first + 1) AS n),
        counted AS (
          SELECT width_bucket(created_at, (SELECT array_agg(midnight ORDER BY n) FROM days)) AS n, ${COUNTS}
            FROM chosen GROUP BY 1)
        SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(registered, 0) AS registered, coalesce(verified, 0) AS verified,
               coalesce(card, 0) AS card, coalesce(account, 0) AS account
          FROM days LEFT JOIN counted USING (n) ORDER BY n`.parameterized,
    );
    const sumOf = (name: keyof FunnelCounts) => days.reduce((sum, day) => sum + day[name], 0);
    const counts = { registered: sumOf('registered'), verified: sumOf('verified'), card: sumOf('card') };
    return { ...counts, account: sumOf('account'), days };
  }

  /** The counts of each plan or church size, the largest group first. */
  groups(filter: TrialFilter, by: FunnelGroupQuery['by'], masked: boolean): Promise<FunnelGroup[]> {
    const reading = { zone: this.settings.ORG_TIME_ZONE, now: this.clock.now(), masked };
    const { from, where } = trialSignups(filter, reading);
    return this.dataSource.query<FunnelGroup[]>(
      ...sql`SELECT ${GROUPED_BY[by]} AS value, ${COUNTS} FROM ${from} WHERE ${where}
              GROUP BY 1 ORDER BY registered DESC, value`.parameterized,
    );
  }
}

const TABLES = [
  'users',
  'trial_signups',
  'ambassador_applications',
  'subscriptions',
  'prices',
  'products',
  'payments',
  'churches',
] as const satisfies (keyof DatabaseStats)[];

/** The row counts of the database page. A table that does not exist counts 0. */
@Injectable()
export class CountTables {
  constructor(private readonly dataSource: DataSource) {}

  async execute(): Promise<DatabaseStats> {
    const present = await this.dataSource.query<{ name: string }[]>(
      'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
      [TABLES],
    );
    const counts = present.map(({ name }) => `(SELECT count(*)::int FROM "${name}") AS "${name}"`);
    const [counted] = await this.dataSource.query<[Partial<DatabaseStats>]>(`SELECT ${counts.join(', ')}`);
    return Object.fromEntries(TABLES.map((name) => [name, counted[name] ?? 0])) as DatabaseStats;
  }
}
