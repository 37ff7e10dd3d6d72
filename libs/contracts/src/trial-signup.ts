import * as z from 'zod/mini';
import { selectedPlan, trialId } from './calls.ts';
import { ageOn, isCivilDate, MINIMUM_SIGNUP_AGE, OLDEST_BIRTHDATE_YEARS, yearsBefore } from './civil-date.ts';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { byField, SIGN_UP_FIELD_NAMES, SIGN_UP_FIELDS, type SignUpFieldName } from './sign-up-fields.ts';
import { fullName, type Name, splitName } from './names.ts';
import { text, visibleLength } from './text.ts';

/** The sign-up as typed (one name) and as sent (first and last name). */

type Rules = { [Name in SignUpFieldName]: (typeof SIGN_UP_FIELDS)[Name]['rule'] };
const rules = byField(SIGN_UP_FIELD_NAMES, (name) => SIGN_UP_FIELDS[name].rule) as Rules;
const { firstName: _first, lastName: _last, ...details } = rules;

const longEnoughName = z.refine<Name>((name) => visibleLength(fullName(name)) >= 2, {
  message: SAY.name,
  path: ['firstName'],
});

/**
 * What POST /api/trial-signup takes: `selectedPlan` when one was chosen on the site. `birthdateProblem` checks the age,
 * because it needs today's date.
 */
export const trialSignupBody = z.object({ ...rules, selectedPlan: z.optional(selectedPlan) }).check(longEnoughName);
export type TrialSignupBody = z.infer<typeof trialSignupBody>;

const { churchName, churchCity, churchState, ministryName } = rules;
const church = { churchName, churchCity, churchState, ministryName };

/** What POST /api/update-details takes: the names of an unfinished sign-up, which no code and no card depends on. */
export const updateDetailsBody = z
  .object({ trialId, firstName: rules.firstName, lastName: rules.lastName, ...church })
  .check(longEnoughName);
export type UpdateDetailsBody = z.infer<typeof updateDetailsBody>;

const name = text(SAY.name, { min: 2, max: 100, name: true });

/** The same as typed. */
export const detailsForm = z.object({ name, ...church });
export type DetailsForm = z.infer<typeof detailsForm>;

/** The form. `today` is the civil day given by GET /api/config. */
export const trialSignupForm = (today: string) =>
  z.object({ name, ...details }).check(
    z.check((ctx) => {
      const problem = birthdateProblem(ctx.value.birthdate, today);
      if (problem) ctx.issues.push({ code: 'custom', message: problem, path: ['birthdate'], input: ctx.value });
    }),
  );
export type TrialSignupForm = z.infer<ReturnType<typeof trialSignupForm>>;

/** The error message for a birthdate on `today`; undefined when it is valid. */
export function birthdateProblem(birthdate: string, today: string): string | undefined {
  if (!birthdate) return SAY.birthdate;
  if (!/^[1-9]\d{3}-/.test(birthdate)) return SAY.birthYearDigits;
  if (birthdate > today || birthdate < yearsBefore(today, OLDEST_BIRTHDATE_YEARS)) return SAY.birthYear;
  if (!isCivilDate(birthdate)) return SAY.birthDay;
  return ageOn(birthdate, today) < MINIMUM_SIGNUP_AGE ? SAY.age : undefined;
}

export const BIRTHDATE_PARTS = ['birthdateMonth', 'birthdateDay', 'birthdateYear'] as const;
export type BirthdatePart = (typeof BIRTHDATE_PARTS)[number];

/** The controls of the form: a birthdate has three, and the ministry can take the name of the church. */
export type TypedTrialSignup = Partial<Record<keyof TrialSignupForm | BirthdatePart, string | null>> & {
  sameMinistry?: boolean | string;
};

/** The month, day and year of a whole date: "5/17/1974", "1974-05-17", "05171974". */
export function datePartsOf(text: string): [month: string, day: string, year: string] | undefined {
  const [, year, ...rest] = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text.trim()) ?? [];
  if (year) return [...(rest as [string, string]), year];
  const parts =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2,4})$/.exec(text.trim()) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text.trim());
  return parts ? [parts[1]!, parts[2]!, parts[3]!] : undefined;
}

/** The three parts, or a whole date in one of them, as YYYY-MM-DD; '' when all are empty. Not always a day that exists. */
export function birthdateOf(typed: TypedTrialSignup): string {
  const parts = BIRTHDATE_PARTS.map((part) => (typed[part] ?? '').trim());
  const [month = '', day = '', year = ''] = parts.map(datePartsOf).find(Boolean) ?? parts;
  return month || day || year ? [year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-') : '';
}

type CheckedForm =
  | { form: TrialSignupForm; problems?: never }
  | { form?: never; problems: Partial<Record<keyof TrialSignupForm, string>> };

/** Checks the controls of the form, in the browser and in a plain post: the values to send, or the message of each field. */
export function checkTrialSignup(typed: TypedTrialSignup, today: string): CheckedForm {
  const birthdate = birthdateOf(typed);
  const ministryName = typed.sameMinistry ? typed.churchName : typed.ministryName;
  const { success, data, error } = trialSignupForm(today).safeParse({ ...typed, ministryName, birthdate });
  if (success) return { form: data };
  const problems: Partial<Record<string, string>> = {};
  for (const { path, message } of error.issues) problems[String(path[0])] ??= message;
  // The schema compares the birthdate with today only when all other fields are valid.
  const problem = birthdateProblem(birthdate, today);
  return { problems: problem ? { ...problems, birthdate: problem } : problems };
}

/** The control of the form that shows the message of a sent field: both names are typed into one. */
export const controlOf = (sent: string): string => (sent === 'firstName' || sent === 'lastName' ? 'name' : sent);

export const toTrialSignupBody = ({ name, ...rest }: TrialSignupForm): TrialSignupBody => ({
  ...splitName(name),
  ...rest,
});
