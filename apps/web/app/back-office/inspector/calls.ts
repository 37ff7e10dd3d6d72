import type {
  FoundTrial,
  InspectedPerson,
  InspectedTrial,
  RepairAnswer,
  RepairName,
  TimelineEntry,
} from '@lampstand/contracts/back-office';
import { queryOptions } from '@tanstack/react-query';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The calls of the inspector, one function each. */

export const inspectedQuery = (id: string) => queryOptions<InspectedTrial>({ queryKey: [`/api/admin/trials/${id}`] });

export const foundQuery = (text: string) =>
  queryOptions<FoundTrial[]>({
    queryKey: [`/api/admin/trials?q=${encodeURIComponent(text)}`],
    staleTime: 30_000,
  });

export const reveal = (id: number) => post<InspectedPerson>(`/api/admin/trials/${id}/reveal`, {});

export const repair = (id: number, name: RepairName, body: unknown) =>
  post<RepairAnswer>(`/api/admin/trials/${id}/${name}`, body);

export const writeNote = (id: number, text: string) => post<TimelineEntry>(`/api/admin/trials/${id}/notes`, { text });

/** The server's time with what was read, so that "just now" is. */
export const readAgain = (id: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['/api/config'] }),
    queryClient.invalidateQueries(inspectedQuery(id)),
  ]);

/** A repair may touch every list, so that all that was read of the back office is read again. */
export const readAllAgain = () => queryClient.invalidateQueries();
