import * as z from 'zod/mini';
import { GENDERS, POSITIONS, SIGNUP_CHURCH_SIZES, US_STATES, valuesOf } from './choices.ts';
import { ageOn, civilDate, MINIMUM_SIGNUP_AGE, OLDEST_BIRTHDATE_YEARS, yearsBefore } from './civil-date.ts';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { tenDigits } from './phone.ts';
import { optionalText, text } from './text.ts';

/** The sign-up as typed (one name, fourteen controls) and as sent (first and last name, fifteen fields). */

const oneOf = (values: readonly string[], message: string) => z.enum(values as [string, ...string[]], message);
const short = (message: string) => text(message, { min: 2, max: 100, plain: true });

export const email = z.pipe(
  z.pipe(
    z.string(SAY.email),
    z.transform((value) => value.trim()),
  ),
  z.string().check(z.maxLength(254, SAY.email), z.email(SAY.email)),
);

/** Ten digits in any notation; parsed to the ten digits. */
export const phone = z.pipe(
  z.string(SAY.phone).check(z.refine((value) => tenDigits(value) !== undefined, SAY.phone)),
  z.transform((value) => tenDigits(value) ?? ''),
);

const details = {
  email,
  phone,
  churchName: short(SAY.churchName),
  ministryName: short(SAY.ministryName),
  churchCity: short(SAY.churchCity),
  churchState: oneOf(valuesOf(US_STATES), SAY.churchState),
  position: oneOf(POSITIONS, SAY.position),
  churchSize: oneOf(valuesOf(SIGNUP_CHURCH_SIZES), SAY.churchSize),
  gender: oneOf(valuesOf(GENDERS), SAY.gender),
  birthdate: civilDate(SAY.birthdate),
  howHeardAbout: optionalText(SAY.tooLong, 200),
  churchSoftware: optionalText(SAY.tooLong, 200),
  message: optionalText(SAY.tooLong, 2000, { lines: true }),
};

/** What POST /api/trial-signup takes. `birthdateProblem` checks the age, because it needs today's date. */
export const trialSignupBody = z
  .object({
    firstName: text(SAY.name, { min: 1, max: 100, plain: true }),
    lastName: optionalText(SAY.name, 100, { plain: true }),
    ...details,
  })
  .check(
    z.refine(({ firstName, lastName }) => [...`${firstName} ${lastName}`.trim()].length >= 2, {
      message: SAY.name,
      path: ['firstName'],
    }),
  );
export type TrialSignupBody = z.infer<typeof trialSignupBody>;

/** The form. `today` is the civil day given by GET /api/config. */
export const trialSignupForm = (today: string) =>
  z.object({ name: short(SAY.name), ...details }).check(
    z.check((ctx) => {
      const problem = birthdateProblem(ctx.value.birthdate, today);
      if (problem) ctx.issues.push({ code: 'custom', message: problem, path: ['birthdate'], input: ctx.value });
    }),
  );
export type TrialSignupForm = z.infer<ReturnType<typeof trialSignupForm>>;

/** The error message for a birthdate on `today`; undefined when it is valid. */
export function birthdateProblem(birthdate: string, today: string): string | undefined {
  if (birthdate > today || birthdate < yearsBefore(today, OLDEST_BIRTHDATE_YEARS)) return SAY.birthdate;
  return ageOn(birthdate, today) < MINIMUM_SIGNUP_AGE ? SAY.age : undefined;
}

/** "Mary Ann Lee" -> Mary, "Ann Lee"; a one-word name has no last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

export const toTrialSignupBody = ({ name, ...rest }: TrialSignupForm): TrialSignupBody => ({
  ...splitName(name),
  ...rest,
});
