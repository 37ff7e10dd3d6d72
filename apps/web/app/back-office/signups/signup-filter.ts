import { isCivilDate } from '@lampstand/contracts';
import { isMasked, TRIAL_SORTS } from '@lampstand/contracts/back-office';
import { useZone } from '../format.ts';
import { useStaff } from '../frame/staff.ts';
import { useListAddress } from '../lists/list-address.ts';
import { spanText } from './day-span.ts';

const NAMES = ['startDate', 'endDate', 'since', 'q', 'sort'] as const;
const NOTHING = { startDate: '', endDate: '', since: '' };
const SORTS = new Set<string>(TRIAL_SORTS.flatMap((name) => [name, `-${name}`]));

const NEWEST_FIRST = '-createdAt';

/** The filter of the sign-ups as it stands in the address. What is no date and no order there is as if it were not there. */
export function useSignupFilter() {
  const { told, ...address } = useListAddress(NAMES);
  const { instantText } = useZone();
  const day = (text: string) => (isCivilDate(text) ? text : '');
  const since = Number.isNaN(Date.parse(told.since)) ? '' : new Date(told.since).toISOString();
  const days = { startDate: day(told.startDate), endDate: day(told.endDate) };
  const span = days.startDate && days.endDate && days.startDate > days.endDate ? { startDate: '', endDate: '' } : days;
  const masked = isMasked(useStaff().role);
  const mayOrder = SORTS.has(told.sort) && !(masked && told.sort.endsWith('email'));
  const sort = mayOrder ? told.sort : NEWEST_FIRST;

  return {
    ...address,
    span,
    since,
    sort,
    q: told.q.slice(0, 200),
    /** In the words of the banner; undefined without a filter. */
    filterText: since ? `From ${instantText(since)}` : spanText(span),
    /** As the calls take it. */
    query: { ...span, since, q: told.q.slice(0, 200), sort: sort === NEWEST_FIRST ? '' : sort },
    filterBy: (wanted: Partial<typeof NOTHING>) => address.change({ ...NOTHING, ...wanted }),
    clearAll: () => address.change({ ...NOTHING, q: '' }),
  };
}

export type SignupFilter = ReturnType<typeof useSignupFilter>;
