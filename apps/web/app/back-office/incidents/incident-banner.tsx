import type { Incidents } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { late } from '../../lib/late.tsx';

const IncidentLines = late(() => import('./incident-lines.tsx'));

/** Fewer people have a problem of their own, which their pages explain. */
const MIN_PEOPLE = 3;

/** While something fails for several people: what, since when, and what to tell callers. */
export function IncidentBanner() {
  const { data: incidents } = useQuery<Incidents>({ queryKey: ['/api/admin/incidents'] });
  const failing = incidents?.failing.filter(({ people }) => people >= MIN_PEOPLE) ?? [];
  const away = incidents?.away ?? [];
  return <div role="status">{failing.length + away.length > 0 && <IncidentLines failing={failing} away={away} />}</div>;
}
