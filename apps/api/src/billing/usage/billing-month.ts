import { PLANS, planOf, type TierId } from '@lampstand/contracts';

/**
 * The billing month an instant belongs to, in SQL: 0 is the trial, 1 begins when the trial ends, and each begins on the same
 * day of the month.
 */
export const MONTH_OF = (at: string, trialEndsAt: string): string =>
  `CASE WHEN ${at} < ${trialEndsAt} THEN 0 ELSE 1 + (extract(year FROM age(${at}, ${trialEndsAt})) * 12
     + extract(month FROM age(${at}, ${trialEndsAt})))::int END`;

/** The smallest plan that is for so many; undefined when this one is. */
export function upgradeFor(plan: TierId, activeUsers: number): TierId | undefined {
  const isFor = ({ maxActiveUsers }: { maxActiveUsers: number | null }) =>
    maxActiveUsers === null || activeUsers <= maxActiveUsers;
  return isFor(planOf(plan)) ? undefined : PLANS.find(isFor)?.id;
}
