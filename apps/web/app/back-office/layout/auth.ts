import { ADMIN_TOASTS, type AuthCheck, may, type Right, type StaffMember } from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { call, isStatus, post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionStore } from '../../lib/storage.ts';
import { showToast } from '../../components/toast-store.ts';
import { forgetDrafts } from './drafts.ts';

/** A signed-in member of staff and what the role permits. */
interface Staff extends StaffMember {
  may: (right: Right) => boolean;
}

export const withPermissions = (member: StaffMember): Staff => ({
  ...member,
  may: (right) => may(member.role, right) && (!member.secondFactorRequired || right === 'account'),
});

export const StaffContext = createContext<Staff | undefined>(undefined);

/** The signed-in member of staff. Only below `<BackOfficeLayout>`. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('useStaff() outside of <BackOfficeLayout>');
  return staff;
}

export const CHECK = ['/api/admin/check-auth'] as const;
export const CONFIG = '/api/config';

/** Undefined while the check is loading; null when signed out or when the check failed. */
export function useStaffMember(): StaffMember | null | undefined {
  const { data, isError } = useQuery<AuthCheck>({ queryKey: CHECK });
  if (isError) return null;
  return data && (data.isAuthenticated ? (data.staff ?? null) : null);
}

/** Reads the session after a sign-in. Clears the cache when the account is not `before`. */
export async function refreshSession(before?: string): Promise<StaffMember | null> {
  const check = await call<AuthCheck>('GET', CHECK[0]);
  const member = (check.isAuthenticated && check.staff) || null;
  if (before && member?.email !== before) clearCachedData();
  queryClient.setQueryData<AuthCheck>(CHECK, check);
  return member;
}

const markSignedOut = () => queryClient.setQueryData<AuthCheck>(CHECK, { isAuthenticated: false });

/** Data read by one account must not be shown to the next one in this browser. */
const clearCachedData = () =>
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== CHECK[0] && path !== CONFIG });

export const refetchFailedQueries = () =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { ignoreUnauthorized?: true };
    mutationMeta: { ignoreUnauthorized?: true };
  }
}

/**
 * Marks the session as ended on a 401 of any query or mutation, except those with `meta.ignoreUnauthorized`. A 403 that
 * names a required second factor reads the session again.
 */
export function useSessionExpiry() {
  useEffect(() => {
    const onError = ({ error }: { error: unknown }, meta: { ignoreUnauthorized?: true } | undefined) => {
      if (isStatus(error, 401) && !meta?.ignoreUnauthorized) markSignedOut();
      if (isStatus(error, 403) && 'secondFactorRequired' in error.body)
        void queryClient.invalidateQueries({ queryKey: CHECK });
    };
    const queries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action, event.query.meta);
    });
    const mutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action, event.mutation.meta);
    });
    return () => {
      queries();
      mutations();
    };
  }, []);
}

/** Whether this browser session has unlocked the database page. The server checks the calls that show its numbers. */
export const databaseUnlock = sessionStore<true>('database-unlocked');

/** The email of the account whose password was just set, for the sign-in form. */
export const emailToSignIn = sessionStore<string>('email-to-sign-in');

/** Signs out, locks the database page and clears the cache. */
export const useSignOut = (onSignedOut: () => void) =>
  useMutation({
    mutationFn: () => post('/api/admin/logout', {}),
    onSuccess: () => {
      databaseUnlock.clear();
      forgetDrafts();
      onSignedOut();
      markSignedOut();
      clearCachedData();
      showToast(ADMIN_TOASTS.loggedOut);
    },
    onError: () => showToast(ADMIN_TOASTS.logoutFailed),
  });
