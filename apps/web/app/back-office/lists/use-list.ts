import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { send } from '../../lib/api.ts';
import { useChangeQuery } from '../change-query.ts';

export const PAGE_SIZE = 50;

/** `next` and `prev` are cursors. */
export interface ListPage<Row> {
  rows: Row[];
  /** The rows of all pages; with `atLeast` there are more, which the server did not count. */
  total: number;
  atLeast: boolean;
  next?: string;
  prev?: string;
}

export type ListQuery = Record<string, string | undefined>;

/** Reads a page of a list. The page before stays visible while the next one loads. The query key begins with the path. */
export function useList<Row>(path: string, query: ListQuery, staleSeconds: number) {
  const params = { limit: String(PAGE_SIZE), ...query };
  return useQuery({
    queryKey: [path, params],
    queryFn: ({ signal }) => readPage<Row>(withQuery(path, params), signal),
    staleTime: staleSeconds * 1000,
    placeholderData: keepPreviousData,
  });
}

/** Adds the query to the path, without empty values. */
export function withQuery(path: string, query: ListQuery): string {
  const params = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return params.length ? `${path}?${new URLSearchParams(params).toString()}` : path;
}

async function readPage<Row>(url: string, signal: AbortSignal): Promise<ListPage<Row>> {
  const response = await send('GET', url, { signal });
  const rows = (await response.json()) as Row[];
  const total = Number(response.headers.get('x-total-count') ?? rows.length);
  const atLeast = response.headers.get('x-total-relation') === 'gte';
  return { rows, total, atLeast, ...cursorsOf(response.headers.get('link') ?? '') };
}

/** `<…?cursor=abc>; rel="next", <…>; rel="prev"` */
function cursorsOf(link: string): { next?: string; prev?: string } {
  const found: Record<string, string> = {};
  for (const [, url = '', rel = ''] of link.matchAll(/<([^>]*)>;\s*rel="(next|prev)"/g))
    found[rel] = new URL(url, location.origin).searchParams.get('cursor') ?? '';
  return found;
}

const FIRST_PAGE = { cursor: '', page: '' };

/** Filters and page of a list, kept in the page's URL, so that reload, the back button and a copied link restore them. */
export function useListParams<Name extends string>(names: readonly Name[]) {
  const [params] = useSearchParams();
  const set = useChangeQuery();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const cursor = params.get('cursor') ?? '';

  return {
    filters,
    cursor,
    page: cursor ? page : 1,
    /** Also returns to the first page. */
    setFilters: (changes: Partial<Record<Name, string>>, options?: { replace?: boolean }) =>
      set({ ...FIRST_PAGE, ...changes }, options),
    /** Begins at the top of the other page. */
    turnPage: ({ next, prev }: Pick<ListPage<unknown>, 'next' | 'prev'>, by: 1 | -1) => {
      const target = (by === 1 ? next : prev) ?? '';
      const at = page + by;
      const changes = target && at > 1 ? { cursor: target, page: String(at) } : FIRST_PAGE;
      return set(changes, { keepScroll: false });
    },
  };
}
