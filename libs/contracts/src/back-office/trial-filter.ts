import * as z from 'zod/mini';
import { instant } from '../dates.ts';
import { isShort, LIST_MESSAGES, TRIAL_FILTER_VALUES as VALUES } from './trial-filter-values.ts';

const checked = (isValue: (text: string) => boolean, message: string = LIST_MESSAGES.invalid) =>
  z.optional(z.string(message).check(z.refine(isValue, message)));

export const day = checked(VALUES.startDate, LIST_MESSAGES.date);

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

export const short = z.string(LIST_MESSAGES.invalid).check(z.refine(isShort, LIST_MESSAGES.invalid));

/**
 * The filter of /admin, on screen and in a file. Days are inclusive in the organization's zone; `period` is a span of days that
 * moves with the calendar and replaces others; `since` is an instant.
 * `state` takes states of the sign-up and of a member's subscription; `stuck` takes groups of `STUCK_GROUPS`. `source` is a
 * part of the answer to "How did you hear about us?". `cardDeclined` and `invoiceDeclined` take reasons of the last declined card
 * or invoice. `waiting` is hours in the present state, for people who wait for
 * something. `abovePlan=yes` is running members whose last billing month had more active users than their plan includes; `moved` is
 * members whose subscription did something in a month, such as `new.2026-10`. `owner` is who has taken the sign-up: `me`, `any`, `none` or the id of a staff account. `sort` is a column, with a minus for descending; the newest come first without one.
 */
export const trialFilter = z
  .object({
    startDate: day,
    endDate: day,
    period: checked(VALUES.period),
    since: z.optional(instant(LIST_MESSAGES.date)),
    q: z.optional(short),
    state: checked(VALUES.state),
    stuck: checked(VALUES.stuck),
    reached: checked(VALUES.reached),
    notReached: checked(VALUES.notReached),
    plan: checked(VALUES.plan),
    churchSize: checked(VALUES.churchSize),
    churchState: checked(VALUES.churchState),
    abovePlan: checked(VALUES.abovePlan),
    moved: checked(VALUES.moved),
    source: z.optional(short),
    cardDeclined: checked(VALUES.cardDeclined),
    invoiceDeclined: checked(VALUES.invoiceDeclined),
    contacted: checked(VALUES.contacted),
    waiting: checked(VALUES.waiting),
    owner: checked(VALUES.owner),
    include: checked(VALUES.include),
    sort: checked(VALUES.sort),
  })
  .check(z.refine(isInOrder, REVERSED));
export type TrialFilter = z.infer<typeof trialFilter>;
