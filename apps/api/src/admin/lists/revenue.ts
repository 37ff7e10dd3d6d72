import type { BilledMonth, Cohort, Revenue } from '@lampstand/contracts/back-office';
import { sqlStates, subscriptionLife, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';

/** $1 is the zone of the organization, $2 the present time. */
const SINCE = `(date_trunc('month', $2::timestamptz AT TIME ZONE $1) - interval '12 months') AT TIME ZONE $1`;
const monthOf = (instant: string) => `to_char(${instant} AT TIME ZONE $1, 'YYYY-MM')`;
const inStates = (tag: 'inTrial' | 'owing' | 'ended') => `member.state IN (${sqlStates(subscriptionLife, tag)})`;

const COHORTS = `
  SELECT ${monthOf('trial_signups.created_at')} AS month, count(*)::int AS registered,
         (count(*) FILTER (WHERE trial_signups.state IN (${sqlStates(trialSignup, 'opened')})))::int AS opened,
         (count(*) FILTER (WHERE ${inStates('inTrial')}))::int AS "inTrial",
         (count(*) FILTER (WHERE paid.yes))::int AS paid,
         (count(*) FILTER (WHERE ${inStates('owing')}))::int AS owing,
         (count(*) FILTER (WHERE ${inStates('ended')} AND paid.yes IS NULL))::int AS "endedUnpaid"
    FROM trial_signups
    LEFT JOIN subscriptions AS member ON member.id = trial_signups.id
    LEFT JOIN (SELECT DISTINCT subscription_id, true AS yes FROM payments WHERE status = 'paid' AND paid_in_cents > 0) AS paid
           ON paid.subscription_id = member.id
   WHERE trial_signups.created_at >= ${SINCE} AND superseded_by IS NULL AND erased_at IS NULL
   GROUP BY 1 ORDER BY 1 DESC`;

const BILLED = `
  SELECT month, sum(invoices)::int AS invoices, json_object_agg(plan, cents) AS cents
    FROM (SELECT ${monthOf('paid_at')} AS month, plan, count(*) AS invoices, sum(paid_in_cents)::float8 AS cents
            FROM payments WHERE paid_at >= ${SINCE} AND paid_in_cents > 0 GROUP BY 1, 2) AS by_plan
   GROUP BY 1 ORDER BY 1 DESC`;

/** What became of the sign-ups of each month, and what was paid. */
@Injectable()
export class ReadRevenue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<Revenue> {
    const values = [this.settings.ORG_TIME_ZONE, this.clock.now()];
    const [cohorts, billed] = await Promise.all([
      this.dataSource.query<Cohort[]>(COHORTS, values),
      this.dataSource.query<BilledMonth[]>(BILLED, values),
    ]);
    return { cohorts, billed };
  }
}
