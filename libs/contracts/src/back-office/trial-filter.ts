import * as z from 'zod/mini';
import { SIGNUP_CHURCH_SIZES, valuesOf } from '../choices.ts';
import { instant, isCivilDate } from '../civil-date.ts';
import { TIER_IDS } from '../plans.ts';
import { PERIODS } from './periods.ts';
import { MEMBER_STATES, SIGNUP_STATES, STUCK_GROUP_NAMES } from './states.ts';

export const LIST_MESSAGES = {
  date: 'Please choose a valid date',
  reversed: 'The start date must not be after the end date',
  invalid: 'Invalid input',
  columns: 'Please choose from the columns there are, each once',
} as const;

export const day = z.optional(
  z.string(LIST_MESSAGES.date).check(z.refine((value) => value === '' || isCivilDate(value), LIST_MESSAGES.date)),
);

/** Whether the first day is not after the last one; an open end is in order. */
export function isInOrder({
  startDate,
  endDate,
}: {
  startDate?: string | undefined;
  endDate?: string | undefined;
}): boolean {
  return !startDate || !endDate || startDate <= endDate;
}
export const REVERSED = { message: LIST_MESSAGES.reversed, path: ['startDate'] };

export const TRIAL_SORTS = ['createdAt', 'name', 'email', 'churchName'] as const;

export const short = z
  .string(LIST_MESSAGES.invalid)
  .check(z.maxLength(200, LIST_MESSAGES.invalid), z.refine(isStorable, LIST_MESSAGES.invalid));
/** PostgreSQL keeps no NUL. */
function isStorable(value: string): boolean {
  return !value.includes('\0');
}

const matching = (pattern: RegExp) =>
  z.optional(z.string(LIST_MESSAGES.invalid).check(z.regex(pattern, LIST_MESSAGES.invalid)));

/** One or several of `values`, separated by commas; empty is no filter. */
const someOf = (values: readonly string[]) =>
  z.optional(
    z.string(LIST_MESSAGES.invalid).check(
      z.maxLength(400, LIST_MESSAGES.invalid),
      z.refine((text) => listed(text).every((each) => values.includes(each)), LIST_MESSAGES.invalid),
    ),
  );

/** The values of a filter that takes several. */
export const listed = (text = ''): string[] => text.split(',').filter(Boolean);

/** Sign-ups that are left out unless `include` names them. */
export const LEFT_OUT = ['superseded', 'erased'] as const;
/** How far sign-ups came, at least. */
const REACHED = ['verified', 'card', 'account'] as const;

/**
 * The filter of /admin, on screen and in a file. Days are inclusive in the organization's zone; `period` is a span of days that
 * moves with the calendar and replaces others; `since` is an instant.
 * `state` takes states of the sign-up and of a member's subscription; `stuck` takes groups of `STUCK_GROUPS`. `source` is a
 * part of the answer to "How did you hear about us?". `waiting` is hours in the present state, for people who wait for
 * something. `sort` is a column, with a minus for descending; the newest come first without one.
 */
export const trialFilter = z
  .object({
    startDate: day,
    endDate: day,
    period: matching(new RegExp(`^(${PERIODS.join('|')})?$`)),
    since: z.optional(instant(LIST_MESSAGES.date)),
    q: z.optional(short),
    state: someOf([...SIGNUP_STATES, ...MEMBER_STATES]),
    stuck: someOf(STUCK_GROUP_NAMES),
    reached: someOf(REACHED),
    plan: someOf(TIER_IDS),
    churchSize: someOf(valuesOf(SIGNUP_CHURCH_SIZES)),
    source: z.optional(short),
    contacted: matching(/^(yes|no)?$/),
    waiting: matching(/^([1-9]\d{0,3})?$/),
    include: someOf(LEFT_OUT),
    sort: matching(new RegExp(`^-?(${TRIAL_SORTS.join('|')})$`)),
  })
  .check(z.refine(isInOrder, REVERSED));
export type TrialFilter = z.infer<typeof trialFilter>;
