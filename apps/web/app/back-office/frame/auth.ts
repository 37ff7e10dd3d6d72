import type { AuthCheck, StaffMember } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isStatus } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

const CHECK = ['/api/admin/check-auth'] as const;
const CONFIG = '/api/config';

/** Undefined until it is known, null for nobody. A check that fails counts as nobody. */
export function useSignedIn(): StaffMember | null | undefined {
  const { data, isError } = useQuery<AuthCheck>({ queryKey: CHECK });
  if (isError) return null;
  return data && (data.isAuthenticated ? (data.staff ?? null) : null);
}

/** Reads who has just signed in. When it is somebody else than `before`, nothing that was read stays. */
export async function readWhoSignedIn(before?: string): Promise<StaffMember | null> {
  const check = await call<AuthCheck>('GET', CHECK[0]);
  const member = (check.isAuthenticated && check.staff) || null;
  if (before && member?.email !== before) forgetWhatWasRead();
  queryClient.setQueryData<AuthCheck>(CHECK, check);
  return member;
}

export const nobodyIsSignedIn = () => queryClient.setQueryData<AuthCheck>(CHECK, { isAuthenticated: false });

/** What one member of staff has read is not for the next one at this browser. */
export const forgetWhatWasRead = () =>
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== CHECK[0] && path !== CONFIG });

/** Reads again what could not be read while nobody was signed in. */
export const readWhatFailed = () =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { ownGate?: true };
    mutationMeta: { ownGate?: true };
  }
}

/**
 * A 401 of any query or mutation means that the session is over, unless its meta says that it has a gate of its own; a 403
 * may mean that a second factor has to be added first, which who is signed in tells.
 */
export function useSessionWatch() {
  useEffect(() => {
    const watch = ({ error }: { error: unknown }, meta: { ownGate?: true } | undefined) => {
      if (isStatus(error, 401) && !meta?.ownGate) nobodyIsSignedIn();
      if (isStatus(error, 403) && 'secondFactorRequired' in error.body)
        void queryClient.invalidateQueries({ queryKey: CHECK });
    };
    const queries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') watch(event.action, event.query.meta);
    });
    const mutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') watch(event.action, event.mutation.meta);
    });
    return () => {
      queries();
      mutations();
    };
  }, []);
}
