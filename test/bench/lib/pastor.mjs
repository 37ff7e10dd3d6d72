/** What pastors type into the sign-up. */
import { randomBytes, randomInt } from 'node:crypto';

/** Texas, whose numbers the phone check takes. */
const AREAS = [210, 214, 469, 512, 682, 713, 737, 817, 832, 915];

/** A body of POST /api/trial-signup with all fields: another person each time. */
export const aPastor = () => ({
  firstName: 'Mary',
  lastName: 'Ann Lee',
  email: `pastor.${randomBytes(16).toString('hex')}@church.example`,
  phone: `${AREAS[randomInt(AREAS.length)]}${randomInt(6_200_000, 6_999_999)}`,
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
});
