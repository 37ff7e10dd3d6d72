import * as z from 'zod/mini';
import { APPLICATION_CHURCH_SIZES, US_STATES, valuesOf, YEARS_IN_MINISTRY } from './choices.ts';
import { APPLICATION_MESSAGES as SAY, FIELD_MESSAGES } from './messages.ts';
import { email, phone, text } from './text.ts';

/** The ambassador application and the trial request: two forms with the same eleven fields, answered by staff. */

const oneOf = (values: readonly string[], message: string) => z.enum(values as [string, ...string[]], message);
const short = (message: string) => text(message, { min: 2, max: 100, name: true });

/** What POST /api/ambassador-application and POST /api/trial-request take, and what their forms check. */
export const applicationBody = z.object({
  firstName: short(SAY.firstName),
  lastName: short(SAY.lastName),
  email,
  phone,
  position: short(SAY.position),
  churchName: short(FIELD_MESSAGES.churchName),
  churchCity: short(SAY.churchCity),
  churchState: oneOf(valuesOf(US_STATES), SAY.churchState),
  churchSize: oneOf(APPLICATION_CHURCH_SIZES, FIELD_MESSAGES.churchSize),
  yearsInMinistry: oneOf(YEARS_IN_MINISTRY, SAY.yearsInMinistry),
  whyInterested: text(SAY.whyInterested, { min: 20, max: 2000, lines: true }),
});
export type ApplicationBody = z.infer<typeof applicationBody>;

/** POST /api/newsletter-subscriptions: the answer is the same for every address. */
export const newsletterBody = z.object({ email });

/** The signed token of a link in a newsletter mail. A truncated token is a link that no longer works: 410. */
export const linkTokenBody = z.object({
  token: z.string(FIELD_MESSAGES.invalid).check(z.regex(/^[\w.-]{1,500}$/, FIELD_MESSAGES.invalid)),
});
