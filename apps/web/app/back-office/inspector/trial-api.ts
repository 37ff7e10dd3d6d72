import type {
  ErasurePreview,
  InspectedPerson,
  InspectedTrial,
  RepairAnswer,
  RepairName,
  TimelineEntry,
} from '@lampstand/contracts/back-office';
import { queryOptions } from '@tanstack/react-query';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export const trialQuery = (id: string) => queryOptions<InspectedTrial>({ queryKey: [`/api/admin/trials/${id}`] });

/** Counted anew each time a dialog asks. */
export const erasureQuery = (id: number) =>
  queryOptions<ErasurePreview>({ queryKey: [`/api/admin/trials/${id}/erasure`], staleTime: 0 });

export const revealPerson = (id: number) => post<InspectedPerson>(`/api/admin/trials/${id}/reveal`, {});

export const runSupportAction = (id: number, name: RepairName, body: unknown) =>
  post<RepairAnswer>(`/api/admin/trials/${id}/${name}`, body);

export const addNote = (id: number, text: string) => post<TimelineEntry>(`/api/admin/trials/${id}/notes`, { text });

/** Reads the sign-up again, with the server's time, which "2 minutes ago" is counted from. */
export const refreshTrial = (id: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['/api/config'] }),
    queryClient.invalidateQueries(trialQuery(id)),
  ]);

/** A support action may change any list. */
export const refreshAll = () => queryClient.invalidateQueries();
