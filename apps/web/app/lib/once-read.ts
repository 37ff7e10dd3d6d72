import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * What the address said on arrival. The named parameters leave the address at once, and stay in the history entry so
 * that a reload still knows them.
 */
export function useOnceRead<Name extends string>(names: readonly Name[], keep: readonly Name[] = []) {
  const location = useLocation();
  const navigate = useNavigate();
  const [read] = useState(() => {
    const query = new URLSearchParams(location.search);
    const before = (location.state ?? {}) as Partial<Record<Name, string>>;
    return Object.fromEntries(names.map((name) => [name, query.get(name) ?? before[name]])) as Partial<
      Record<Name, string>
    >;
  });
  useEffect(() => {
    const kept = keep.flatMap((name) => (read[name] ? [[name, read[name]]] : []));
    const search = new URLSearchParams(kept).toString();
    void navigate({ search: search && `?${search}` }, { replace: true, state: read, preventScrollReset: true });
  }, []);
  return read;
}
