import { listed } from '@lampstand/contracts/back-office';
import { STAFF_PAGES } from '../pages.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import type { Bar } from './bars.ts';
import type { Stage, StepRate } from './step-rates.ts';

/** Reports count erased sign-ups, which a list has only if asked for. */
export const ALSO_COUNTED = 'erased';

/** The address of the list of exactly those who are counted at a stage of the filtered funnel. */
export const listOf = (filter: SignupFilter, stage: Stage) =>
  listWhere(filter, { reached: reachedWith(filter, stage) });

/** The address of the list of those who were at a stage and did not take the step from it. */
export const listOfThoseWhoDidNot = (filter: SignupFilter, { from, to }: Pick<StepRate, 'from' | 'to'>) =>
  listWhere(filter, { reached: reachedWith(filter, from), notReached: to });

const reachedWith = ({ choices }: SignupFilter, stage: Stage): string =>
  [...new Set([...listed(choices.reached), ...(stage === 'registered' ? [] : [stage])])].join(',');

const listWhere = (filter: SignupFilter, changes: Parameters<SignupFilter['searchWith']>[0]) => ({
  pathname: STAFF_PAGES.signups.path,
  search: filter.searchWith({ ...changes, include: ALSO_COUNTED }),
});

/** The address of the list of the filtered sign-ups of a bar. */
export const listOfDays = (filter: SignupFilter, { from, to }: Pick<Bar, 'from' | 'to'>) =>
  listWhere(filter, { since: '', period: '', startDate: from, endDate: to });
