import type { Incidents } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { late } from '../../lib/late.tsx';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';

const IncidentLines = late(() => import('./incident-lines.tsx'));

const REFRESH_MS = 15_000;
/** Fewer people have a problem of their own, which their pages explain. */
const MIN_PEOPLE = 3;

/** While something fails for several people: what, since when, and what to tell callers. */
export function IncidentBanner() {
  const { data: incidents, refetch } = useQuery<Incidents>({ queryKey: ['/api/admin/incidents'], staleTime: 0 });
  usePollingWhileActive(
    useCallback(() => void refetch(), [refetch]),
    REFRESH_MS,
  );
  const failing = incidents?.failing.filter(({ people }) => people >= MIN_PEOPLE) ?? [];
  const away = incidents?.away ?? [];
  return <div role="status">{failing.length + away.length > 0 && <IncidentLines failing={failing} away={away} />}</div>;
}
