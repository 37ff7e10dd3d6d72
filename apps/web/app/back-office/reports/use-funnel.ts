import type { Declines, Funnel, FunnelGroup, FunnelGroupQuery, SignupSteps } from '@lampstand/contracts/back-office';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { withQuery } from '../lists/use-list.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';

const PATH = '/api/admin/funnel';
const STALE_MS = 60_000;

interface Days {
  startDate: string;
  endDate: string;
}

/** The funnel of the filter, of other days if `days` are given; not asked for while `days` is null. */
export const useFunnel = (filter: SignupFilter, days?: Days | null) => useQuery(queryOf<Funnel>(PATH, filter, days));

function queryOf<Answer>(path: string, filter: SignupFilter, days: Days | null = filter.span, more = {}) {
  const { sort: _, ...query } = filter.query;
  const params = { ...query, period: '', ...days, ...more };
  return {
    queryKey: [path, params],
    queryFn: () => call<Answer>('GET', withQuery(path, params)),
    enabled: days !== null,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData<Answer>,
  };
}

/** The same as `useFunnel`, of each group. */
export const useFunnelGroups = (filter: SignupFilter, by: FunnelGroupQuery['by'], days?: Days | null) =>
  useQuery(queryOf<FunnelGroup[]>(`${PATH}/groups`, filter, days, { by }));

/** How people went from step to step; not asked for while `days` is null. */
export const useFunnelSteps = (filter: SignupFilter, days?: Days | null) =>
  useQuery(queryOf<SignupSteps>(`${PATH}/steps`, filter, days));

/** Why cards and invoices were declined; not asked for while `days` is null. */
export const useDeclines = (filter: SignupFilter, days?: Days | null) =>
  useQuery(queryOf<Declines>(`${PATH}/declines`, filter, days));
