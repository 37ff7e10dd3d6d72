import * as z from 'zod/mini';
import { ageOn, MINIMUM_SIGNUP_AGE, OLDEST_BIRTHDATE_YEARS, yearsBefore } from './civil-date.ts';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { byField, SIGN_UP_FIELD_NAMES, SIGN_UP_FIELDS, type SignUpFieldName } from './sign-up-fields.ts';
import { text } from './text.ts';

/** The sign-up as typed (one name, fourteen controls) and as sent (first and last name, fifteen fields). */

type Rules = { [Name in SignUpFieldName]: (typeof SIGN_UP_FIELDS)[Name]['rule'] };
const rules = byField(SIGN_UP_FIELD_NAMES, (name) => SIGN_UP_FIELDS[name].rule) as Rules;
const { firstName: _first, lastName: _last, ...details } = rules;

/** What POST /api/trial-signup takes. `birthdateProblem` checks the age, because it needs today's date. */
export const trialSignupBody = z.object(rules).check(
  z.refine(({ firstName, lastName }) => [...`${firstName} ${lastName}`.trim()].length >= 2, {
    message: SAY.name,
    path: ['firstName'],
  }),
);
export type TrialSignupBody = z.infer<typeof trialSignupBody>;

/** The form. `today` is the civil day given by GET /api/config. */
export const trialSignupForm = (today: string) =>
  z.object({ name: text(SAY.name, { min: 2, max: 100, plain: true }), ...details }).check(
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
