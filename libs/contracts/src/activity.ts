import * as z from 'zod/mini';
import { instant } from './dates.ts';
import { FIELD_MESSAGES } from './messages.ts';
import { trialId } from './calls.ts';

/** The activities that make a person an active user of a billing month, as named in the terms. */
const ACTIVITY_KINDS = ['reflection.completed', 'challenge.finished', 'message.sent'] as const;
const MOST_EVENTS = 1000;

/**
 * POST /api/internal/activity, with `Authorization: Bearer INTERNAL_TOKEN`. `accountId` is what the announcement of the
 * account called trialId; `userId` is the dashboard's own id; it must not be a name or an address.
 */
export const activityBody = z.object({
  events: z
    .array(
      z.object({
        accountId: trialId,
        userId: z.string(FIELD_MESSAGES.invalid).check(z.regex(/^[\w.:-]{1,100}$/, FIELD_MESSAGES.invalid)),
        kind: z.enum(ACTIVITY_KINDS, FIELD_MESSAGES.invalid),
        at: instant(FIELD_MESSAGES.invalid),
      }),
      FIELD_MESSAGES.invalid,
    )
    .check(z.minLength(1, FIELD_MESSAGES.required), z.maxLength(MOST_EVENTS, `At most ${MOST_EVENTS} events at once`)),
});
export type ActivityBody = z.infer<typeof activityBody>;

/** `counted` people became active in their month; `known` events were counted before; `refused` events belong to no open account. */
export interface ActivityAnswer {
  counted: number;
  known: number;
  refused: number;
}
