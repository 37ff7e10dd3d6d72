import { sqlStates, subscriptionLife, trialSignup } from '@lampstand/workflows';
import type { BilledMonth, Cohort, MonthEvents, Revenue } from '@lampstand/contracts/back-office';
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

const MONTH = raw(`to_char(month, 'YYYY-MM') AS month`);

const EVENTS = {
  registered: 'signup.saved',
  verified: 'phone.verified',
  card: 'card.saved',
  opened: 'account.opened',
  paid: 'paid',
};

/** A card that arrives after the sign-up has ended changes no state. */
const COUNTED_EVENTS = raw(
  `event IN ('signup.saved', 'phone.verified', 'card.saved', 'account.opened') AND from_state <> to_state`,
);

/** What became of the sign-ups of each month, what happened in it, and what was paid. */
@Injectable()
export class ReadRevenue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<Revenue> {
    const [cohorts, events, billed] = await Promise.all([this.cohorts(), this.events(), this.billed()]);
    return { cohorts, events, billed };
  }

  private cohorts(): Promise<Cohort[]> {
    return this.dataSource.query<Cohort[]>(
      ...sql`
        SELECT ${MONTH}, registered, opened, "inTrial", paid, owing, "endedUnpaid" FROM (
        SELECT ${this.monthOf(raw('trial_signups.created_at'))} AS month, ${COUNTS}
          FROM trial_signups
          LEFT JOIN subscriptions AS member ON member.id = trial_signups.id
          LEFT JOIN (SELECT DISTINCT subscription_id AS id FROM payments WHERE paid_in_cents > 0 AND paid_at IS NOT NULL) AS paying
            ON paying.id = trial_signups.id
         WHERE counts_as_person IS NOT FALSE AND trial_signups.created_at >= ${this.firstMoment}
         GROUP BY 1) AS months ORDER BY 1 DESC`.parameterized,
    );
  }

  /** From the journal and the invoices, which are never changed or deleted. */
  private events(): Promise<MonthEvents[]> {
    const counts = Object.entries(EVENTS).map(
      ([name, event]) => `count(*) FILTER (WHERE event = '${event}')::int AS ${name}`,
    );
    return this.dataSource.query<MonthEvents[]>(
      ...sql`
        SELECT ${MONTH}, ${raw(Object.keys(EVENTS).join(', '))} FROM (
        SELECT ${this.monthOf(raw('at'))} AS month, ${raw(counts.join(', '))} FROM (
          SELECT at, event FROM workflow_journal
           WHERE ${COUNTED_EVENTS} AND at >= ${this.firstMoment}
          UNION ALL SELECT paid_at, 'paid' FROM payments WHERE paid_in_cents > 0 AND paid_at >= ${this.firstMoment}) AS events
         GROUP BY 1) AS months ORDER BY 1 DESC`.parameterized,
    );
  }

  private billed(): Promise<BilledMonth[]> {
    return this.dataSource.query<BilledMonth[]>(
      ...sql`
        SELECT ${MONTH}, sum(invoices)::int AS invoices, json_object_agg(plan, cents) AS cents FROM (
          SELECT ${this.monthOf(raw('paid_at'))} AS month, plan, count(*) AS invoices, sum(paid_in_cents)::float8 AS cents
            FROM payments WHERE paid_in_cents > 0 AND paid_at >= ${this.firstMoment} GROUP BY 1, 2) AS by_plan
         GROUP BY by_plan.month ORDER BY by_plan.month DESC`.parameterized,
    );
  }

  /** The first day of the month; `MONTH` is its text, which is slower to compute for each row. */
  private monthOf(instant: Sql): Sql {
    return sql`date_trunc('month', ${instant} AT TIME ZONE ${this.settings.ORG_TIME_ZONE})`;
  }

  /** The first moment of the month one year ago, for the organization. */
  private get firstMoment(): Sql {
    const zone = this.settings.ORG_TIME_ZONE;
    const now = sql`${this.clock.now()}::timestamptz AT TIME ZONE ${zone}`;
    return sql`(date_trunc('month', ${now}) - interval '12 months') AT TIME ZONE ${zone}`;
  }
}
