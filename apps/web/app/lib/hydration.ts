import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const neverChanges = () => () => {};

/** False on the server and during hydration, true afterwards. */
export const useHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

/**
 * The named query parameters of the first render. Removes all parameters but those in `keep` from the address and stores
 * them in the history entry, so that a reload still has them.
 */
export function useInitialParams<Name extends string>(names: readonly Name[], keep: readonly Name[] = []) {
  const location = useLocation();
  const navigate = useNavigate();
  const [{ params, search }] = useState(() => {
    const query = new URLSearchParams(location.search);
    const stored = (location.state ?? {}) as Partial<Record<Name, string>>;
    const params = Object.fromEntries(names.map((name) => [name, query.get(name) ?? stored[name]])) as Partial<
      Record<Name, string>
    >;
    const kept = keep.flatMap((name) => (params[name] ? [[name, params[name]]] : []));
    return { params, search: new URLSearchParams(kept).toString() };
  });
  useEffect(() => {
    void navigate({ search: search && `?${search}` }, { replace: true, state: params, preventScrollReset: true });
  }, [navigate, params, search]);
  return params;
}
