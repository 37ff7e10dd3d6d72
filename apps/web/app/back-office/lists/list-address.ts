import { useSearchParams } from 'react-router-dom';
import type { ListPage } from './read-list.ts';

const PLACE = ['cursor', 'page'];

/** What of a list stands in the page's address: reload, the back button and a copied link bring the same view back. */
export function useListAddress<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const told = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const cursor = params.get('cursor') ?? '';

  const set = (changes: Record<string, string>, { replace = false } = {}) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace, preventScrollReset: true },
    );

  return {
    told,
    cursor,
    page: cursor ? page : 1,
    /** Another filter, search or order begins at its first page. */
    change: (changes: Partial<Record<Name, string>>, options?: { replace?: boolean }) =>
      set({ ...Object.fromEntries(PLACE.map((name) => [name, ''])), ...changes }, options),
    turn: ({ next, prev }: Pick<ListPage<unknown>, 'next' | 'prev'>, by: 1 | -1) => {
      const wanted = (by === 1 ? next : prev) ?? '';
      const at = page + by;
      return set(wanted && at > 1 ? { cursor: wanted, page: String(at) } : { cursor: '', page: '' });
    },
  };
}
