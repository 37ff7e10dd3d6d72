import type { Colleague } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';

/** All staff accounts, by name; undefined while they load. */
export const useColleagues = (enabled = true): Colleague[] | undefined =>
  useQuery<Colleague[]>({ queryKey: ['/api/admin/queue/staff'], staleTime: 60_000, enabled }).data;
