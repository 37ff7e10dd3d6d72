import type { TrialSignupBody } from '@lampstand/contracts';
import { anEmail, aPhone } from './unique.ts';

/** What a pastor sends in step one: valid, and nobody else's. */
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
