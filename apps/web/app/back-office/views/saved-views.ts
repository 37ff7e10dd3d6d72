import { type SavedView, viewQueryOf } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { withQuery } from '../lists/use-list.ts';

export const VIEWS = '/api/admin/views';

/** One's own views and the shared ones, by name; none while they load. */
export function useSavedViews(): SavedView[] {
  const { data = [] } = useQuery({
    queryKey: [VIEWS],
    queryFn: () => call<SavedView[]>('GET', VIEWS),
    staleTime: 60_000,
  });
  return data;
}

/** The address of the page that shows the view. */
export const addressOf = ({ path, query }: SavedView): string => withQuery(path, viewQueryOf(query));

/** The order of the parameters does not matter; the database does not keep it. */
export const isSameQuery = (one: SavedView['query'], other: SavedView['query']): boolean =>
  JSON.stringify(viewQueryOf(one)) === JSON.stringify(viewQueryOf(other));
