import type {
  ErasurePreview,
  InspectedTrial,
  SupportActionAnswer,
  SupportActionName,
  TimelineEntry,
} from '@lampstand/contracts/back-office';
import { queryOptions } from '@tanstack/react-query';
import { ask, ifMatch, post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Also the key of its query. */
export const trialPath = (id: number | string) => `/api/admin/trials/${id}`;

/** Counted anew each time a dialog asks. */
export const erasureQuery = (id: number) =>
  queryOptions<ErasurePreview>({ queryKey: [`/api/admin/trials/${id}/erasure`], staleTime: 0, gcTime: 0 });

export const runSupportAction = (id: number, name: SupportActionName, body: unknown, seen: string | undefined) =>
  post<SupportActionAnswer>(`/api/admin/trials/${id}/${name}`, body, ifMatch(seen));

/** The tag of what the dialog of an action shows, while it is possible. */
export const seenOf = (trial: InspectedTrial | undefined, name: SupportActionName): string | undefined => {
  const offer = trial?.supportActions.find((each) => each.name === name);
  return offer?.possible ? offer.seen : undefined;
};

export const addNote = (id: number, text: string) => ask<TimelineEntry>(`/api/admin/trials/${id}/notes`, { text });

/** A support action may change any list. */
export const refreshAll = () => queryClient.invalidateQueries();
