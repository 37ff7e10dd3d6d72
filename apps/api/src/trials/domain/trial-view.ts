import {
  type CodeTimes,
  maskEmail,
  maskPhone,
  type OpenedTrialSignup,
  type SavedTrialSignup,
  TRIAL_DAYS,
} from '@lampstand/contracts';
import { daysAfter } from '../../platform/clock/instants.ts';
import type { TrialSignup } from './trial-signup.entity.ts';

/** Everything a resuming browser needs and nothing else leaves the server. */
export function viewOf(trial: TrialSignup, now: Date, code?: CodeTimes): SavedTrialSignup {
  const { lastName, email, phone, churchName, ministryName, churchCity, churchState } = trial;
  const { position, churchSize, howHeardAbout, gender, birthdate } = trial;
  return {
    lastName,
    email,
    phone,
    churchName,
    ministryName,
    churchCity,
    churchState,
    position,
    churchSize,
    howHeardAbout,
    gender,
    birthdate,
    ...openedViewOf(trial, now),
    paymentVerified: trial.wire.paymentVerified,
    ...(code && { code }),
  };
}

/** What the link still tells once the account is open. */
export const openedViewOf = (trial: TrialSignup, now: Date): OpenedTrialSignup => ({
  firstName: trial.firstName,
  phoneVerified: trial.phoneVerified,
  step: trial.wire.step,
  selectedPlan: trial.selectedPlan,
  trialEndsAt: (trial.trialEndsAt ?? daysAfter(now, TRIAL_DAYS)).toISOString(),
  ...(trial.wire.userExists && { userExists: true as const }),
});

/** RESUME_PRIVACY=strict, for a browser that holds no key of this sign-up. */
export const masked = (view: SavedTrialSignup): SavedTrialSignup => ({
  ...view,
  email: maskEmail(view.email),
  phone: maskPhone(view.phone),
  gender: '',
  birthdate: '',
});
