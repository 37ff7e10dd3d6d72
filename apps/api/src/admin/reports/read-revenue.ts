import { sqlStates, subscriptionLife, trialSignup } from '@lampstand/workflows';
import type { BilledMonth, Cohort, Revenue } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { raw, type Sql, sql } from '../lists/sql.ts';

const isIn = (tag: 'inTrial' | 'owing' | 'ended') => `member.state IN (${sqlStates(subscriptionLife, tag)})`;
const COUNTS = raw(`
  count(*)::int AS registered,
  (count(*) FILTER (WHERE trial_signups.state IN (${sqlStates(trialSignup, 'opened')})))::int AS opened,
  (count(*) FILTER (WHERE ${isIn('inTrial')}))::int AS "inTrial",
  count(paying.id)::int AS paid,
  (count(*) FILTER (WHERE ${isIn('owing')}))::int AS owing,
  (count(*) FILTER (WHERE ${isIn('ended')} AND paying.id IS NULL))::int AS "endedUnpaid"`);

/** What became of the sign-ups of each month, and what was paid. */
@Injectable()
export class ReadRevenue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<Revenue> {
    const [cohorts, billed] = await Promise.all([this.cohorts(), this.billed()]);
    return { cohorts, billed };
  }

  private cohorts(): Promise<Cohort[]> {
    return this.dataSource.query<Cohort[]>(
      ...sql`
        SELECT ${this.monthOf(raw('trial_signups.created_at'))} AS month, ${COUNTS}
          FROM trial_signups
          LEFT JOIN subscriptions AS member ON member.id = trial_signups.id
          LEFT JOIN (SELECT DISTINCT subscription_id AS id FROM payments WHERE paid_in_cents > 0 AND paid_at IS NOT NULL) AS paying
            ON paying.id = trial_signups.id
         WHERE superseded_by IS NULL AND erased_at IS NULL AND trial_signups.created_at >= ${this.firstMoment}
         GROUP BY 1 ORDER BY 1 DESC`.parameterized,
    );
  }

  private billed(): Promise<BilledMonth[]> {
    return this.dataSource.query<BilledMonth[]>(
      ...sql`
        SELECT month, sum(invoices)::int AS invoices, json_object_agg(plan, cents) AS cents FROM (
          SELECT ${this.monthOf(raw('paid_at'))} AS month, plan, count(*) AS invoices, sum(paid_in_cents)::float8 AS cents
            FROM payments WHERE paid_in_cents > 0 AND paid_at >= ${this.firstMoment} GROUP BY 1, 2) AS by_plan
         GROUP BY 1 ORDER BY 1 DESC`.parameterized,
    );
  }

  private monthOf(instant: Sql): Sql {
    return sql`to_char(${instant} AT TIME ZONE ${this.settings.ORG_TIME_ZONE}, 'YYYY-MM')`;
  }

  /** The first moment of the month one year ago, for the organization. */
  private get firstMoment(): Sql {
    const zone = this.settings.ORG_TIME_ZONE;
    const now = sql`${this.clock.now()}::timestamptz AT TIME ZONE ${zone}`;
    return sql`(date_trunc('month', ${now}) - interval '12 months') AT TIME ZONE ${zone}`;
  }
}
