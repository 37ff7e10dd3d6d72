import type { ViewBody } from './view-body.ts';

/** Saved views: a list with its filter and order under a name, for oneself or for the team. */

/** The pages whose lists have views. */
export const VIEW_PATHS = [
  '/admin',
  '/trials',
  '/admin/ambassadors',
  '/admin/trial-requests',
  '/admin/newsletter',
] as const;
export type ViewPath = (typeof VIEW_PATHS)[number];

/** What an address has besides the view. The search is left out, because it names people. */
const NOT_OF_A_VIEW = ['q', 'cursor', 'page'];

/** The parameters of a page's address that a view has, sorted by name. */
export const viewQueryOf = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name, value]) => value && !NOT_OF_A_VIEW.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** A row of GET /api/admin/views: one's own views and the shared ones, by name. */
export interface SavedView extends ViewBody {
  id: number;
  /** The member of staff who saved it, and whether it is oneself. */
  by: string;
  mine: boolean;
}
