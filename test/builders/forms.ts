/** What people send in forms. Each email address and phone is unique. */
import { randomBytes, randomInt } from 'node:crypto';
import { type ApplicationBody, ERASED_DETAILS, type SignUpFieldName, type TrialSignupBody } from '@lampstand/contracts';

/** Ten digits with an area code of the United States; the sandbox keeps its magic numbers in another one. */
export const aPhone = (): string => `${randomInt(212, 220)}${randomInt(2_000_000, 9_999_999)}`;

export const anEmail = (name = 'pastor'): string =>
  `${name}.${randomBytes(6).readUIntBE(0, 6).toString(36)}@church.example`;

export const aKey = (): string => randomBytes(12).toString('hex');

/** A valid body of step one of the sign-up. */
export const aPastor = (given: Partial<TrialSignupBody> = {}): TrialSignupBody => ({
  firstName: 'Mary',
  lastName: 'Ann Lee',
  email: anEmail(),
  phone: aPhone(),
  churchName: 'Grace Chapel',
  ministryName: 'Lighthouse Students',
  churchCity: 'Austin',
  churchState: 'TX',
  position: 'Youth Pastor',
  churchSize: '100-250',
  howHeardAbout: 'A friend',
  churchSoftware: 'Planning Center',
  gender: 'F',
  birthdate: '1990-05-17',
  message: 'Looking forward to it.',
  ...given,
});

/** The controls of step one as a browser posts them. */
export const asTyped = ({ firstName, lastName, birthdate, ...rest }: TrialSignupBody): Record<string, string> => {
  const [birthdateYear = '', birthdateMonth = '', birthdateDay = ''] = birthdate.split('-');
  return { ...rest, name: `${firstName} ${lastName}`, birthdateYear, birthdateMonth, birthdateDay };
};

/** Words to look for after an erasure; the type requires one for each field of free text. */
export const UNUSUAL = {
  firstName: 'Zerubbabel',
  lastName: 'Quackenbush',
  churchName: 'Saint Polycarp of Smyrna',
  ministryName: 'Habakkuk Students',
  churchCity: 'Kalamazoo',
  churchSoftware: 'Elvanto Deluxe',
  howHeardAbout: 'A pigeon told me',
  message: 'Our van is called Obadiah',
} satisfies Record<Exclude<SignUpFieldName, 'email' | 'phone' | 'birthdate' | Chosen>, string>;
type Chosen = 'gender' | 'churchState' | 'position' | 'churchSize';

/** A valid body of the ambassador application and of the trial request. */
export const anApplication = (given: Partial<ApplicationBody> = {}): ApplicationBody => ({
  firstName: 'Ruth',
  lastName: 'Okafor',
  email: anEmail('applicant'),
  phone: aPhone(),
  position: 'Director of Student Ministries',
  churchName: 'Hillside Fellowship',
  churchCity: 'Tulsa',
  churchState: 'OK',
  churchSize: '500-1000',
  yearsInMinistry: '5-10 years',
  whyInterested: 'Our small groups need a place to talk between Sundays.',
  ...given,
});

/** The fields of a body under the names of their columns. */
export const columnsOf = (body: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** The columns of the form in the row of an erased sign-up. */
export const ERASED_ROW = columnsOf(ERASED_DETAILS);

/** For each field of an application, an invalid value and the message the person reads. */
export const WRONG_ANSWERS: [keyof ApplicationBody, unknown, string][] = [
  ['firstName', 'R', 'First name is required'],
  ['lastName', ' O ', 'Last name is required'],
  ['email', 'ruth@church', 'Please enter a valid email address'],
  ['phone', '512 555 014', 'Please enter a valid phone number'],
  ['position', 'Y', 'Your role/position is required'],
  ['churchName', '', 'Church name is required'],
  ['churchCity', 'T', 'City is required'],
  ['churchState', 'Texas', 'State is required'],
  ['churchSize', '1000-3000', 'Please select your church size'],
  ['yearsInMinistry', '4 years', 'Please select years in ministry'],
  ['whyInterested', 'Nineteen characters', 'Please share more about your interest (minimum 20 characters)'],
];
