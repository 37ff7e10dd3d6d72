import { useEffect, useMemo, useState } from 'react';
import { call } from '../lib/api.ts';
import { type Found, finderIn, type Searchable } from './finder.ts';

const PAUSE_MS = 350;
export const LONGEST_QUERY = 100;

const queryInAddress = () => (new URLSearchParams(location.search).get('q') ?? '').slice(0, LONGEST_QUERY);

/** Results while somebody types. Once they pause, the address says what was looked for. */
export function useSearch() {
  const { find, failed, load } = useFinder();
  const [query, setQuery] = useState('');
  const settled = usePaused(query);
  const found = useMemo(() => find?.(query), [find, query]);

  useEffect(() => setQuery((typed) => typed || queryInAddress()), []);
  useEffect(() => {
    if (settled === undefined) return;
    const search = settled.trim() && `?${new URLSearchParams({ q: settled.trim() })}`;
    if (search !== location.search) history.replaceState(history.state, '', location.pathname + search);
  }, [settled]);

  return { query, setQuery, settled, found, failed, load };
}

function useFinder() {
  const [find, setFind] = useState<(query: string) => Found[]>();
  const [failed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    call<Searchable[]>('GET', '/search.json').then(
      (pages) => setFind(() => finderIn(pages)),
      () => setFailed(true),
    );
  };
  useEffect(load, []);
  return { find, failed, load };
}

/** What was typed, once nothing more is typed for a moment; undefined until then. */
function usePaused(text: string): string | undefined {
  const [paused, setPaused] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
