import * as z from 'zod/mini';
import { FIELD_MESSAGES } from '../messages.ts';
import { text } from '../text.ts';
import { columnsOf } from './trial-columns.ts';
import { trialFilter } from './trial-filter.ts';
import { LIST_MESSAGES } from './trial-filter-values.ts';
import { VIEW_PATHS } from './views.ts';

export const VIEW_MESSAGES = {
  name: 'Please enter a name of at most 60 characters',
  taken: 'You already have a view with this name',
  query: 'This view cannot be saved: its filter is not valid',
  tooMany: 'You have 50 views. Please delete one first',
  gone: 'This view no longer exists',
} as const;

/** Whether a view of sign-ups has a valid filter and valid columns. */
export const isSignupView = ({ columns = '', ...filter }: Record<string, string>): boolean =>
  trialFilter.safeParse(filter).success && columnsOf(columns) !== undefined;

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
  name: text(VIEW_MESSAGES.name, { min: 1, max: 60 }),
  shared: z.boolean(FIELD_MESSAGES.required),
});
export type ViewBody = z.infer<typeof viewBody>;
