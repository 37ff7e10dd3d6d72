import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from './layout/scroll.ts';

/** The query of the last change, until the page is drawn with it. */
let changed: string | undefined;

/**
 * Changes values of the query of the page's URL; an empty value removes its name. Two changes can come before the page is
 * drawn again (a search and a date): the second keeps the first.
 */
export function useChangeQuery() {
  const [, setParams] = useSearchParams();
  const { key } = useLocation();
  useEffect(() => {
    changed = undefined;
  }, [key]);
  return (changes: Record<string, string>, { replace = false, keepScroll = true } = {}) => {
    const query = new URLSearchParams(changed ?? location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    changed = query.toString();
    setParams(query, { replace, state: keepScroll ? KEEP_SCROLL : null });
  };
}
