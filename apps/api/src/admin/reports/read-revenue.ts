import type { Cohort, Revenue } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { sql } from '../lists/sql.ts';
import { BilledMonths } from './billed-months.ts';
import { countedOnes, SignupCounts } from './signup-counts.ts';

const MEASURES = ['registered', 'people', 'account', 'in_trial', 'paid', 'owing', 'ended_unpaid'];

/** What became of the sign-ups of each month, and what was paid. */
@Injectable()
export class ReadRevenue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly signupCounts: SignupCounts,
    private readonly billedMonths: BilledMonths,
  ) {}

  async execute(): Promise<Revenue> {
    const [cohorts, billed] = await Promise.all([this.cohorts(), this.billedMonths.since(this.firstDay)]);
    return { cohorts, billed };
  }

  private async cohorts(): Promise<Cohort[]> {
    const counts = (await this.signupCounts.kept(MEASURES, 'each')) ?? countedOnes(this.settings.ORG_TIME_ZONE);
    return this.dataSource.query<Cohort[]>(
      ...sql`
        SELECT to_char(day, 'YYYY-MM') AS month, sum(registered)::int AS registered, sum(people)::int AS people, sum(account)::int AS opened,
               sum(in_trial)::int AS "inTrial", sum(paid)::int AS paid, sum(owing)::int AS owing,
               sum(ended_unpaid)::int AS "endedUnpaid"
          FROM (${counts}) AS counts WHERE day >= ${this.firstDay}
         GROUP BY 1 HAVING sum(registered) > 0 ORDER BY 1 DESC`.parameterized,
    );
  }

  /** The first day of the month one year ago, for the organization. */
  private get firstDay() {
    const now = sql`${this.clock.now()}::timestamptz AT TIME ZONE ${this.settings.ORG_TIME_ZONE}`;
    return sql`(date_trunc('month', ${now}) - interval '12 months')::date`;
  }
}
