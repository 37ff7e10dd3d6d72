import * as z from 'zod/mini';
import { FIELD_MESSAGES } from '../messages.ts';
import { LIST_MESSAGES, trialFilter } from './trial-filter.ts';
import { columnsOf } from './lists.ts';

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
const FILE_ROWS = ['new', 'all'] as const;
export type FileRows = (typeof FILE_ROWS)[number];

export const VIEW_MESSAGES = {
  name: 'Please enter a name of at most 60 characters',
  taken: 'You already have a view with this name',
  query: 'This view cannot be saved: its filter is not valid',
  files: 'Files are for administrators, and of sign-ups only',
  tooMany: 'You have 50 views. Please delete one first',
  gone: 'This view no longer exists',
  noSuchFile: 'There is no such file',
  fileEnded: 'This file could be downloaded for 30 days',
} as const;

const NAME_LENGTH = 60;

/** What an address has besides the view. The search is left out, because it names people. */
const NOT_OF_A_VIEW = ['q', 'cursor', 'page', 'peek'];

/** The parameters of a page's address that a view has, sorted by name. */
export const viewQueryOf = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name, value]) => value && !NOT_OF_A_VIEW.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The filter and columns of a view of sign-ups; undefined if one is not valid. */
export function signupViewOf({ columns = '', ...filter }: Record<string, string>) {
  const parsed = trialFilter.safeParse(filter);
  const chosen = columnsOf(columns);
  return parsed.success && chosen ? { filter: parsed.data, columns: chosen } : undefined;
}

/** POST /api/admin/views: 201 {id}. POST /api/admin/views/{id} replaces it. 400 with `fields`, 409 for a taken name. */
export const viewBody = z.object({
  path: z.enum(VIEW_PATHS, LIST_MESSAGES.invalid),
  /** Parameters of the page's address. */
  query: z
    .record(
      z.string().check(z.maxLength(40)),
      z.string(LIST_MESSAGES.invalid).check(z.maxLength(400, LIST_MESSAGES.invalid)),
    )
    .check(z.refine((query) => Object.keys(query).length <= 20, LIST_MESSAGES.invalid)),
  name: z
    .string(VIEW_MESSAGES.name)
    .check(z.trim(), z.minLength(1, VIEW_MESSAGES.name), z.maxLength(NAME_LENGTH, VIEW_MESSAGES.name)),
  shared: z.boolean(FIELD_MESSAGES.required),
  every: z.enum(FILE_TIMES, LIST_MESSAGES.invalid),
  rows: z.enum(FILE_ROWS, LIST_MESSAGES.invalid),
});
export type ViewBody = z.infer<typeof viewBody>;

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
