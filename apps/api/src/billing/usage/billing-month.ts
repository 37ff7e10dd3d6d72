import { PLANS, planOf, type TierId } from '@lampstand/contracts';

/** When so many billing months after a trial are over, in SQL: on the same day of the month in UTC, or its last one. */
export const monthsAfter = (trialEndsAt: string, months: string): string =>
  `(((${trialEndsAt}) AT TIME ZONE 'UTC') + (${months}) * interval '1 month') AT TIME ZONE 'UTC'`;

/** The billing month an instant belongs to, in SQL: 0 is the trial, 1 begins when the trial ends. */
export const monthOf = (at: string, trialEndsAt: string): string => {
  const calendarMonths = `${calendarMonth(at)} - ${calendarMonth(trialEndsAt)}`;
  return `CASE WHEN ${at} < ${trialEndsAt} THEN 0
               WHEN ${at} < ${monthsAfter(trialEndsAt, calendarMonths)} THEN ${calendarMonths}
               ELSE ${calendarMonths} + 1 END`;
};

const calendarMonth = (at: string): string =>
  `(extract(year FROM (${at}) AT TIME ZONE 'UTC') * 12 + extract(month FROM (${at}) AT TIME ZONE 'UTC'))::int`;

/** The smallest plan that is for so many; undefined when this one is. */
export function upgradeFor(plan: TierId, activeUsers: number): TierId | undefined {
  const isFor = ({ maxActiveUsers }: { maxActiveUsers: number | null }) =>
    maxActiveUsers === null || activeUsers <= maxActiveUsers;
  return isFor(planOf(plan)) ? undefined : PLANS.find(isFor)?.id;
}
