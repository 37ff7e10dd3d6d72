import { sqlStates, subscriptionLife } from '@lampstand/workflows';
import { type ActivityAnswer, type ActivityBody, planOf, PLANS, type TierId } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import type { Subscription } from '../billing.entities.ts';

/** Counts each user once per billing month of an account, however often their activity is reported. One statement per batch. */
@Injectable()
export class CountActivity {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The active users of the billing month that runs. */
  async inMonthOf({ id, trialEndsAt }: Pick<Subscription, 'id' | 'trialEndsAt'>): Promise<number> {
    const [{ count }] = await this.dataSource.query<[{ count: number }]>(
      `SELECT count(*)::int FROM active_users
        WHERE subscription_id = $1 AND month = ${monthOf('$2::timestamptz', '$3::timestamptz')}`,
      [id, this.clock.now(), trialEndsAt],
    );
    return count;
  }

  async execute({ events }: ActivityBody): Promise<ActivityAnswer> {
    const [row] = await this.dataSource.query<[{ counted: number; refused: number }]>(COUNT, [
      events.map(({ accountId }) => accountId),
      events.map(({ userId }) => userId),
      events.map(({ at }) => at),
    ]);
    const { counted, refused } = row;
    return { counted, known: events.length - counted - refused, refused };
  }
}

const ENDED = sqlStates(subscriptionLife, 'ended');

/** Inserts in key order, so that concurrent batches cannot deadlock. */
const COUNT = `
WITH reported AS (SELECT * FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS reported (account_id, user_id, at)),
placed AS (SELECT s.id, ${monthOf('reported.at', 's.trial_ends_at')} AS month, reported.user_id, min(reported.at) AS at
             FROM reported JOIN subscriptions s ON s.id = reported.account_id AND s.state NOT IN (${ENDED})
            GROUP BY 1, 2, 3 ORDER BY 1, 2, 3),
counted AS (INSERT INTO active_users (subscription_id, month, user_id, first_at) SELECT * FROM placed ON CONFLICT DO NOTHING RETURNING 1)
SELECT (SELECT count(*)::int FROM counted) AS counted,
       (SELECT count(*)::int FROM reported WHERE NOT EXISTS (SELECT FROM subscriptions s WHERE s.id = account_id AND s.state NOT IN (${ENDED}))) AS refused`;

/** SQL for the billing month of an instant: 0 is the trial, 1 begins when the trial ends. */
export function monthOf(at: string, trialEndsAt: string): string {
  const calendarMonths = `${calendarMonth(at)} - ${calendarMonth(trialEndsAt)}`;
  return `CASE WHEN ${at} < ${trialEndsAt} THEN 0
               WHEN ${at} < ${monthsAfter(trialEndsAt, calendarMonths)} THEN ${calendarMonths}
               ELSE ${calendarMonths} + 1 END`;
}

/** SQL for the end of a billing month: so many months after the trial, on the same day of the month in UTC or its last day. */
export function monthsAfter(trialEndsAt: string, months: string): string {
  return `(((${trialEndsAt}) AT TIME ZONE 'UTC') + (${months}) * interval '1 month') AT TIME ZONE 'UTC'`;
}

function calendarMonth(at: string): string {
  return `(extract(year FROM (${at}) AT TIME ZONE 'UTC') * 12 + extract(month FROM (${at}) AT TIME ZONE 'UTC'))::int`;
}

/** The smallest plan for so many active users, or undefined when `plan` is large enough. */
export function upgradeFor(plan: TierId, activeUsers: number): TierId | undefined {
  return isEnough(planOf(plan), activeUsers) ? undefined : smallestFor(activeUsers);
}

/** The smallest plan that holds `activeUsers`. Undefined if `plan` is that small already, or if there were no active users. */
export function smallerThan(plan: TierId, activeUsers: number): TierId | undefined {
  const smallest = activeUsers > 0 ? smallestFor(activeUsers) : undefined;
  return smallest && planOf(smallest).amountInCents < planOf(plan).amountInCents ? smallest : undefined;
}

const smallestFor = (activeUsers: number): TierId | undefined => PLANS.find((plan) => isEnough(plan, activeUsers))?.id;

const isEnough = ({ maxActiveUsers }: { maxActiveUsers: number | null }, activeUsers: number): boolean =>
  maxActiveUsers === null || activeUsers <= maxActiveUsers;
