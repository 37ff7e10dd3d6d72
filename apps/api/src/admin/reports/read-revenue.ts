import { sqlStates, subscriptionLife, trialSignup } from '@lampstand/workflows';
import type { BilledMonth, Cohort, MonthEvents, Revenue } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { raw, type Sql, sql } from '../../platform/database/sql.ts';
import { IS_BILLED_FACT } from '../lists/index.ts';
import { monthsUntil } from './months.ts';

const isIn = (tag: 'inTrial' | 'owing' | 'ended') => `member.state IN (${sqlStates(subscriptionLife, tag)})`;
const COUNTS = raw(`
  count(*)::int AS registered,
  (count(*) FILTER (WHERE trial_signups.state IN (${sqlStates(trialSignup, 'opened')})))::int AS opened,
  (count(*) FILTER (WHERE ${isIn('inTrial')}))::int AS "inTrial",
  count(paying.id)::int AS paid,
  (count(*) FILTER (WHERE ${isIn('owing')}))::int AS owing,
  (count(*) FILTER (WHERE ${isIn('ended')} AND paying.id IS NULL))::int AS "endedUnpaid"`);

const EVENTS = { registered: 'signup.saved', verified: 'phone.verified', card: 'card.saved', opened: 'account.opened' };
const EVENT_COUNTS = raw(
  Object.entries(EVENTS)
    .map(([name, event]) => `count(*) FILTER (WHERE event = '${event}')::int AS ${name}`)
    .join(', '),
);

/** A card that arrives after the sign-up has ended changes no state. */
const COUNTED_EVENTS = raw(
  `event IN ('signup.saved', 'phone.verified', 'card.saved', 'account.opened') AND from_state <> to_state`,
);

/** The journal row of a refund has the refunded amount before and after it. The row of a lost dispute has the amount that the bank took back. */
const RETURNED = raw(
  `sum(coalesce((detail->>'amountInCents')::int, (detail->>'to')::int - (detail->>'from')::int))::float8`,
);

const MONTH = raw(`to_char(first, 'YYYY-MM') AS month`);

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
    return { cohorts, events: withInvoices(events, billed), billed };
  }

  private cohorts(): Promise<Cohort[]> {
    return this.dataSource.query<Cohort[]>(
      ...sql`
        ${this.months}
        SELECT ${MONTH}, ${COUNTS}
          FROM months JOIN trial_signups ON trial_signups.created_at >= since AND trial_signups.created_at < until
          LEFT JOIN subscriptions AS member ON member.id = trial_signups.id
          LEFT JOIN (SELECT DISTINCT subscription_id AS id FROM payments WHERE paid_in_cents > 0 AND paid_at IS NOT NULL) AS paying
            ON paying.id = trial_signups.id
         WHERE counts_as_person IS NOT FALSE
         GROUP BY first ORDER BY first DESC`.parameterized,
    );
  }

  /** From the journal, which is never changed or deleted. */
  private events(): Promise<Omit<MonthEvents, 'paid'>[]> {
    return this.dataSource.query(
      ...sql`
        ${this.months}
        SELECT ${MONTH}, ${EVENT_COUNTS}
          FROM months JOIN workflow_journal ON at >= since AND at < until AND ${COUNTED_EVENTS}
         GROUP BY first`.parameterized,
    );
  }

  private billed(): Promise<BilledMonth[]> {
    return this.dataSource.query<BilledMonth[]>(
      ...sql`
        ${this.months}
        SELECT ${MONTH}, sum(invoices)::int AS invoices, coalesce(json_object_agg(plan, cents) FILTER (WHERE plan IS NOT NULL), '{}') AS cents,
               coalesce(sum(cents) FILTER (WHERE plan IS NULL), 0) AS "returnedInCents" FROM (
          SELECT first, plan, count(*) AS invoices, sum(paid_in_cents)::float8 AS cents
            FROM months JOIN payments ON paid_at >= since AND paid_at < until AND paid_in_cents > 0
           GROUP BY first, plan
          UNION ALL SELECT first, NULL, 0, ${RETURNED} FROM months JOIN workflow_journal AS fact ON at >= since AND at < until
             AND ${IS_BILLED_FACT} AND (note = 'refunded' OR note = 'disputed' AND detail->>'state' = 'lost')
           GROUP BY first) AS by_plan
         GROUP BY first ORDER BY first DESC`.parameterized,
    );
  }

  private get months(): Sql {
    return sql`WITH ${monthsUntil(this.clock.now(), this.settings.ORG_TIME_ZONE)}`;
  }
}

const NOTHING = { registered: 0, verified: 0, card: 0, opened: 0 };

/** The events of each month with the number of its paid invoices, the newest month first. */
function withInvoices(events: Omit<MonthEvents, 'paid'>[], billed: BilledMonth[]): MonthEvents[] {
  const eventsOf = new Map(events.map((each) => [each.month, each]));
  const invoicesOf = new Map(billed.map(({ month, invoices }) => [month, invoices]));
  return [...new Set([...eventsOf.keys(), ...invoicesOf.keys()])]
    .toSorted()
    .toReversed()
    .map((month) => ({ month, ...NOTHING, ...eventsOf.get(month), paid: invoicesOf.get(month) ?? 0 }));
}
