import { randomInt } from 'node:crypto';
import type { ApplicationBody } from '@lampstand/contracts';
import { ambassadorApplication, type AmbassadorState } from '@lampstand/workflows';
import type { Stack } from '../support/index.ts';
import { storeJournaled } from './journaled.ts';
import { aKey, anEmail, aPhone } from './unique.ts';

/** What somebody sends who applies as an ambassador or asks for a trial: valid, and nobody else's. */
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

/** An application in any state, by SQL. Nothing follows from it: no job and no mail. */
export async function aStoredApplication(
  stack: Stack,
  { state = 'submitted', given = {} }: { state?: AmbassadorState; given?: Partial<ApplicationBody> } = {},
) {
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const id = randomInt(2 ** 41, 2 ** 42);
  const decided = state === 'approved' || state === 'declined';
  const row = {
    ...applicationColumns(anApplication(given)),
    id,
    created_at: now,
    repeat_key: aKey(),
    ...(decided && { decided_at: now }),
  };
  const table = 'ambassador_applications';
  const stored = await storeJournaled(stack, { chart: ambassadorApplication, table, state, row, at: now });
  return { ...stored, id } as { id: number } & Record<string, any>;
}

/** The body as its columns. */
export const applicationColumns = (body: ApplicationBody): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Each field with something it is not, and the sentence the person reads. */
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
