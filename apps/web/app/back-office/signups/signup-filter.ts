import {
  columnsOf,
  daysOfPeriod,
  DEFAULT_TRIAL_COLUMNS,
  isMasked,
  type Period,
  TRIAL_FILTER_VALUES,
  type TrialColumn,
} from '@lampstand/contracts/back-office';
import { useSearchParams } from 'react-router-dom';
import { useToday } from '../../lib/clock.ts';
import { useColleagues } from '../components/use-colleagues.ts';
import { useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { useListParams } from '../lists/use-list.ts';
import { spanText } from './days.ts';

const NO_DATES = { startDate: '', endDate: '', period: '', since: '' };
const NO_CHOICES = {
  state: '',
  stuck: '',
  reached: '',
  notReached: '',
  plan: '',
  churchSize: '',
  churchState: '',
  abovePlan: '',
  moved: '',
  source: '',
  cardDeclined: '',
  invoiceDeclined: '',
  contacted: '',
  waiting: '',
  owner: '',
  include: '',
};
export type Choices = typeof NO_CHOICES;
export type ChoiceName = keyof Choices;
const CHOICE_NAMES = Object.keys(NO_CHOICES) as ChoiceName[];
const NAMES = [...(Object.keys(NO_DATES) as (keyof typeof NO_DATES)[]), ...CHOICE_NAMES, 'q', 'sort'] as const;
const PARAMS = [...NAMES, 'columns'] as const;
const NEWEST_FIRST = '-createdAt';

/** A value of the address if the API accepts it. */
const accepted = (name: (typeof NAMES)[number], value: string): string =>
  value && TRIAL_FILTER_VALUES[name](value) ? value : '';

/** The filter of the sign-up list from the page's URL, and the values there that it does not know. */
export function useSignupFilter() {
  const { filters, ...params } = useListParams(PARAMS);
  const [address] = useSearchParams();
  const { instantText } = useZone();
  const ownerId = /^\d+$/.test(filters.owner) ? Number(filters.owner) : undefined;
  const colleagues = useColleagues(ownerId !== undefined);
  const owner = colleagues?.find(({ id }) => id === ownerId);
  const isNobody = ownerId !== undefined && colleagues !== undefined && !owner;
  const given = (name: (typeof NAMES)[number]) => (name === 'owner' && isNobody ? '' : accepted(name, filters[name]));
  const since = given('since') && new Date(given('since')).toISOString();
  const period = given('period') as Period | '';
  const today = useToday();
  const days = period ? daysOfPeriod(period, today) : { startDate: given('startDate'), endDate: given('endDate') };
  const span = days.startDate && days.endDate && days.startDate > days.endDate ? { startDate: '', endDate: '' } : days;
  const masked = isMasked(useStaff().role);
  const sort = (!(masked && filters.sort.endsWith('email')) && given('sort')) || NEWEST_FIRST;
  const choices = Object.fromEntries(CHOICE_NAMES.map((name) => [name, given(name)])) as Choices;
  const q = filters.q.slice(0, 200);
  const unknown = NAMES.filter((name) => name !== 'q' && filters[name] && !given(name));

  return {
    ...params,
    /** Filters in the address that the list does not have, such as those of an older version. */
    unknown: unknown.map((name) => filters[name]),
    dropUnknown: () => params.setFilters(Object.fromEntries(unknown.map((name) => [name, '']))),
    span,
    /** The name of the days of `span` if they move with the calendar. */
    period,
    since,
    sort,
    choices,
    /** The same with the owner's name in place of the id. */
    namedChoices: { ...choices, owner: ownerId && choices.owner ? (owner?.name ?? '…') : choices.owner },
    q,
    /** The columns of the table. */
    columns: (filters.columns && columnsOf(filters.columns)) || DEFAULT_TRIAL_COLUMNS,
    /** The columns of the API calls; empty without a choice. */
    columnsParam: filters.columns && columnsOf(filters.columns) ? filters.columns : '',
    chooseColumns: (columns: readonly TrialColumn[]) =>
      params.setFilters(
        { columns: columns.join() === DEFAULT_TRIAL_COLUMNS.join() ? '' : columns.join() },
        { replace: true },
      ),
    /** The text of the banner; undefined without a date filter. */
    filterText: since ? `From ${instantText(since)}` : spanText(span),
    /** Whether any filter but the search is active. */
    filtered: [since, ...Object.values(span), ...Object.values(choices)].some(Boolean),
    /** The query of the API calls. */
    query: { ...(period ? { period } : span), since, ...choices, q, sort: sort === NEWEST_FIRST ? '' : sort },
    filterBy: (dates: Partial<typeof NO_DATES>) => params.setFilters({ ...NO_DATES, ...dates }),
    choose: (changes: Partial<Choices>) => params.setFilters(changes),
    clearFilters: () => params.setFilters({ ...NO_DATES, ...NO_CHOICES }),
    clearAll: () => params.setFilters({ ...NO_DATES, ...NO_CHOICES, q: '' }),
    /** The query of the page's URL with other choices or dates, from the first row on; the rest stays. */
    searchWith: (changes: Partial<Choices & typeof NO_DATES>): string => {
      const search = new URLSearchParams(address);
      for (const [name, value] of Object.entries({ cursor: '', page: '', ...changes }))
        if (value) search.set(name, value);
        else search.delete(name);
      return `?${search.toString()}`;
    },
  };
}

export type SignupFilter = ReturnType<typeof useSignupFilter>;
