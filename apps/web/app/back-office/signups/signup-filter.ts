import { isCivilDate } from '@lampstand/contracts';
import { isMasked, TRIAL_SORTS } from '@lampstand/contracts/back-office';
import { useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { useListParams } from '../lists/use-list.ts';
import { spanText } from './days.ts';

const NAMES = ['startDate', 'endDate', 'since', 'q', 'sort'] as const;
const NO_DATES = { startDate: '', endDate: '', since: '' };
const SORTS = new Set<string>(TRIAL_SORTS.flatMap((name) => [name, `-${name}`]));
const NEWEST_FIRST = '-createdAt';

/** The filter of the sign-up list from the page's URL. Invalid dates and orders there are ignored. */
export function useSignupFilter() {
  const { filters, ...params } = useListParams(NAMES);
  const { instantText } = useZone();
  const day = (text: string) => (isCivilDate(text) ? text : '');
  const since = Number.isNaN(Date.parse(filters.since)) ? '' : new Date(filters.since).toISOString();
  const days = { startDate: day(filters.startDate), endDate: day(filters.endDate) };
  const span = days.startDate && days.endDate && days.startDate > days.endDate ? { startDate: '', endDate: '' } : days;
  const masked = isMasked(useStaff().role);
  const maySort = SORTS.has(filters.sort) && !(masked && filters.sort.endsWith('email'));
  const sort = maySort ? filters.sort : NEWEST_FIRST;

  return {
    ...params,
    span,
    since,
    sort,
    q: filters.q.slice(0, 200),
    /** The text of the banner; undefined without a date filter. */
    filterText: since ? `From ${instantText(since)}` : spanText(span),
    /** The query of the API calls. */
    query: { ...span, since, q: filters.q.slice(0, 200), sort: sort === NEWEST_FIRST ? '' : sort },
    filterBy: (dates: Partial<typeof NO_DATES>) => params.setFilters({ ...NO_DATES, ...dates }),
    clearAll: () => params.setFilters({ ...NO_DATES, q: '' }),
  };
}

export type SignupFilter = ReturnType<typeof useSignupFilter>;
