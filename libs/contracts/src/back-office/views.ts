import type { ViewBody } from './view-body.ts';

/** Saved views: a list with its filter and order under a name, for oneself or for the team. */

/** The pages whose lists have views; the first has the files. */
export const VIEW_PATHS = [
  '/admin',
  '/trials',
  '/admin/ambassadors',
  '/admin/trial-requests',
  '/admin/newsletter',
] as const;
export type ViewPath = (typeof VIEW_PATHS)[number];
export const FILE_PATH: ViewPath = '/admin';

/** When a file of a view is made: at 7:00 in the zone of the organization. */
export const FILE_TIMES = ['never', 'day', 'week', 'month'] as const;
export type FileTime = (typeof FILE_TIMES)[number];
/** `new`: only the rows that stood in no file of the view yet. */
export const FILE_ROWS = ['new', 'all'] as const;
export type FileRows = (typeof FILE_ROWS)[number];

/** What an address has besides the view. The search is left out, because it names people. */
const NOT_OF_A_VIEW = ['q', 'cursor', 'page', 'peek'];

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
  /** When the next file is made; null without files, or while they pause because the owner may not have them any more. */
  nextFileAt: string | null;
}

/** GET /api/admin/files/{id}: the rows of a scheduled file are set when it is made; their contents when it is downloaded. */
export interface ScheduledFile {
  id: number;
  at: string;
  rows: number;
  columns: string[];
  /** The last instant of download. */
  until: string;
  ended: boolean;
}

export const FILE_DAYS = 30;
