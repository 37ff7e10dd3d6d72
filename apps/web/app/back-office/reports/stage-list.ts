import { listed } from '@lampstand/contracts/back-office';
import { STAFF_PAGES } from '../pages.ts';
import type { DayGroup } from '../signups/days.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import type { Stage } from './step-rates.ts';

/** Reports count erased sign-ups, which a list has only if asked for. */
export const ALSO_COUNTED = 'erased';

/** The address of the list of exactly those who are counted at a stage of the filtered funnel. */
export function listOf(filter: SignupFilter, stage: Stage) {
  const stages = new Set([...listed(filter.choices.reached), ...(stage === 'registered' ? [] : [stage])]);
  return {
    pathname: STAFF_PAGES.signups.path,
    search: filter.searchWith({ reached: [...stages].join(','), include: ALSO_COUNTED }),
  };
}

/** The address of the list of the filtered sign-ups of a day, or of several days. */
export const listOfDays = (filter: SignupFilter, { from, to }: Pick<DayGroup, 'from' | 'to'>) => ({
  pathname: STAFF_PAGES.signups.path,
  search: filter.searchWith({ since: '', period: '', startDate: from, endDate: to, include: ALSO_COUNTED }),
});
