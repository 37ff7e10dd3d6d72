import { maskEmail, maskPhone } from '@lampstand/contracts';
import type { InspectedPerson } from '@lampstand/contracts/back-office';
import type { TrialSignup } from '../../../trials/index.ts';

/** The person behind a sign-up. Masked is what support sees before somebody's "reveal" is written down. */
export function personOf(trial: TrialSignup, masked: boolean): InspectedPerson {
  const { firstName, lastName, email, phone, gender, birthdate, message } = trial;
  if (trial.erasedAt) return { ...NOBODY, masked };
  if (!masked) return { masked, firstName, lastName, email, phone, gender, birthdate, message };
  return {
    masked,
    firstName,
    lastName,
    email: maskEmail(email),
    phone: maskPhone(phone),
    gender: null,
    birthdate: null,
    message: null,
  };
}

const NOBODY = { firstName: '', lastName: '', email: '', phone: '', gender: null, birthdate: null, message: null };
