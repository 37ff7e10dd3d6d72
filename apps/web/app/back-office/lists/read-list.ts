import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';

/** One page of a list, with how many rows there are in all and the cursors of the pages beside it. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
  next?: string;
  prev?: string;
}

export const SCREENFUL = 50;

export type ListQuery = Record<string, string | undefined>;

/** The address of a call, without what is not set. */
export function withQuery(path: string, query: ListQuery): string {
  const told = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return told.length ? `${path}?${new URLSearchParams(told).toString()}` : path;
}

/** Reads a page; the one before stays on the screen meanwhile. The first part of the key is the path, for invalidation. */
export function useList<Row>(path: string, query: ListQuery, staleSeconds: number) {
  const asked = { limit: String(SCREENFUL), ...query };
  return useQuery({
    queryKey: [path, asked],
    queryFn: ({ signal }) => readList<Row>(withQuery(path, asked), signal),
    staleTime: staleSeconds * 1000,
    placeholderData: keepPreviousData,
  });
}

async function readList<Row>(address: string, signal: AbortSignal): Promise<ListPage<Row>> {
  const answer = await send('GET', address, { signal });
  const rows = (await answer.json()) as Row[];
  const total = Number(answer.headers.get('x-total-count') ?? rows.length);
  return { rows, total, ...cursorsOf(answer.headers.get('link') ?? '') };
}

/** `<…?cursor=abc>; rel="next", <…>; rel="prev"` */
function cursorsOf(link: string): { next?: string; prev?: string } {
  const found: Record<string, string> = {};
  for (const [, address = '', rel = ''] of link.matchAll(/<([^>]*)>;\s*rel="(next|prev)"/g))
    found[rel] = new URL(address, location.origin).searchParams.get('cursor') ?? '';
  return found;
}
