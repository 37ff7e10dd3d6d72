import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../lib/api.ts';
import { createSearch, type SearchablePage, type SearchResult } from './search-index.ts';

const DEBOUNCE_MS = 350;
export const MAX_QUERY_LENGTH = 100;

const queryInAddress = () => (new URLSearchParams(location.search).get('q') ?? '').slice(0, MAX_QUERY_LENGTH);

/** Searches while the query is typed; the debounced query is written to the address as `?q=`. */
export function useSearch(field: RefObject<HTMLInputElement | null>) {
  const [query, setQuery] = useState('');
  const { find, failed, load } = useSearchIndex(query !== '');
  const settled = useDebounced(query);
  const found = useMemo(() => find?.(query), [find, query]);

  // What was typed before the page hydrated is in the field only.
  useEffect(() => setQuery((typed) => typed || field.current?.value || queryInAddress()), [field]);
  useEffect(() => {
    if (settled === undefined) return;
    const search = settled.trim() && `?${new URLSearchParams({ q: settled.trim() })}`;
    if (search !== location.search) history.replaceState(history.state, '', location.pathname + search);
  }, [settled]);

  return { query, setQuery, settled, found, failed, load };
}

/** Loads the index, the largest file of the page, once something is searched. */
function useSearchIndex(isSearching: boolean) {
  const [find, setFind] = useState<(query: string) => SearchResult[]>();
  const [failed, setFailed] = useState(false);
  const isLoaded = find !== undefined;
  const load = useCallback(() => {
    setFailed(false);
    call<SearchablePage[]>('GET', '/search.json').then(
      (pages) => setFind(() => createSearch(pages)),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    if (isSearching && !isLoaded) load();
  }, [isSearching, isLoaded, load]);
  return { find, failed, load };
}

/** The text once it has not changed for DEBOUNCE_MS; undefined before the first pause. */
function useDebounced(text: string): string | undefined {
  const [debounced, setDebounced] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
