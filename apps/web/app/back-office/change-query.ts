import { useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from './layout/scroll.ts';

/**
 * Changes values of the query of the page's URL; an empty value removes its name. Two changes can come before the page is
 * drawn again (a search and a date), so the URL is read and not what is drawn.
 */
export function useChangeQuery() {
  const [, setParams] = useSearchParams();
  return (changes: Record<string, string>, { replace = false, keepScroll = true } = {}) => {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    setParams(query, { replace, state: keepScroll ? KEEP_SCROLL : null });
  };
}
