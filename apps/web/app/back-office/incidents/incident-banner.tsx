import type { Health } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { late } from '../../lib/late.tsx';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';

const IncidentLines = late(() => import('./incident-lines.tsx'));

const REFRESH_MS = 60_000;
/** Fewer people have a problem of their own, which their pages explain. */
const MIN_PEOPLE = 3;

/** While work fails for several people and is being repeated: what fails, since when, and what to tell callers. */
export function IncidentBanner() {
  const { data: health, refetch } = useQuery<Health>({
    queryKey: ['/api/admin/health'],
  });
  usePollingWhileActive(
    useCallback(() => void refetch(), [refetch]),
    REFRESH_MS,
  );
  const failing = health?.failing.filter(({ people }) => people >= MIN_PEOPLE) ?? [];
  if (!failing.length) return null;
  return <IncidentLines failing={failing} />;
}
