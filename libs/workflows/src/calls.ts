import type { TrialState } from './trial-signup.ts';

/**
 * What a call means in each state of a sign-up.
 * new: it may have its effect; repeat: it has had it, the answer is 200 and the same; refused: it makes no sense here.
 */
export type CallMeaning = 'new' | 'repeat' | 'refused';

export type TrialCall = keyof typeof CALLS;

// oxfmt-ignore
const CALLS = {
  'verify-phone':            row('new',     'refused', 'refused', 'refused', 'refused', 'refused'),
  'resend-verification':     row('new',     'refused', 'refused', 'refused', 'refused', 'refused'),
  'verify-code':             row('new',     'repeat',  'repeat',  'repeat',  'repeat',  'refused'),
  'update-email':            row('new',     'new',     'new',     'refused', 'refused', 'refused'),
  'send-resume-link':        row('new',     'new',     'new',     'refused', 'refused', 'refused'),
  'update-selected-plan':    row('refused', 'new',     'new',     'refused', 'refused', 'refused'),
  'trial-setup-intent':      row('refused', 'new',     'repeat',  'repeat',  'refused', 'refused'),
  'trial-checkout-session':  row('refused', 'new',     'repeat',  'repeat',  'refused', 'refused'),
  'update-payment-verified': row('refused', 'new',     'repeat',  'repeat',  'repeat',  'refused'),
  'create-account':          row('refused', 'new',     'new',     'repeat',  'repeat',  'refused'),
  'trial-checkout-complete': row('refused', 'new',     'new',     'repeat',  'repeat',  'refused'),
};

function row(
  phoneVerification: CallMeaning,
  billingInformation: CallMeaning,
  openingAccount: CallMeaning,
  success: CallMeaning,
  alreadyMember: CallMeaning,
  cancelled: CallMeaning,
): Record<Exclude<TrialState, 'registration'>, CallMeaning> {
  return { phoneVerification, billingInformation, openingAccount, success, alreadyMember, cancelled };
}

export const TRIAL_CALLS = Object.keys(CALLS) as TrialCall[];

/** The meaning of `call` for a saved sign-up in `state`. A sign-up that is not saved has no row: it is a 404. */
export const meaningOf = (call: TrialCall, state: TrialState): CallMeaning =>
  state === 'registration' ? 'refused' : CALLS[call][state];
