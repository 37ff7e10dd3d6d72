import { ERRORS } from '@lampstand/contracts';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { AppError } from '../../../platform/errors.ts';

/** Refusals that people read, in words about the person. */
const WORDS: Record<string, string> = {
  [ERRORS.trialNotFound]: ADMIN_ERRORS.erased,
  [ERRORS.phoneTaken]: 'An account has this phone already.',
  [ERRORS.emailTaken]: 'An account has this email already.',
  [ERRORS.phoneUnreachable]: 'This number cannot receive our text messages.',
  [ERRORS.codeNotSent]: 'The text message provider failed. Try again in a moment.',
  [ERRORS.codeTooMany]: 'Too many wrong codes were entered. Another code can be sent when the last one has expired.',
  [ERRORS.alreadyVerified]: 'The phone is verified already.',
  [ERRORS.outOfOrder]: 'The sign-up is at another step by now.',
  [ERRORS.cancelled]: 'The sign-up was canceled.',
  [ERRORS.planOver]: 'Stripe refused this: the subscription has ended there.',
  [ERRORS.planUnavailable]: 'This plan is not for sale.',
  [ERRORS.notSelling]: 'The price of this plan is missing at Stripe.',
};

/** The refusal as staff read it. */
export function forStaff(refusal: AppError): AppError {
  const words = WORDS[refusal.message];
  return words ? new AppError(refusal.kind, words, refusal.flags) : refusal;
}
