import type { AmbassadorState, SubscriptionState, TrialState } from '@lampstand/workflows';
import type { RequestState } from './trial-requests.ts';

/** States in words, on screen and in files. Without the charts: the first load of the back office has this file. */

const TRIAL_STATE_NAMES: Record<TrialState, string> = {
  registration: 'Details',
  phoneVerification: 'Phone check',
  billingInformation: 'Plan and card',
  openingAccount: 'Opening account',
  success: 'Account open',
  alreadyMember: 'Already a member',
  cancelled: 'Sign-up canceled',
};

const AMBASSADOR_STATE_NAMES: Record<AmbassadorState, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

const SUBSCRIPTION_STATE_NAMES: Record<SubscriptionState, string> = {
  unstarted: 'Not begun',
  trialing: 'Free trial',
  active: 'Paying',
  pastDue: 'Past due',
  unpaid: 'Unpaid',
  canceled: 'Ended',
};

const REQUEST_STATE_NAMES: Record<RequestState, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
};

/** The status of a newsletter address. */
export const READER_STATUS_NAMES = {
  pending: 'Not confirmed yet',
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
} as const;

/** Merges the tables of two charts. Does not compile when both have a key, because one value would overwrite the other. */
export const merged = <A extends object, B extends object>(one: A, other: B & { [K in keyof A]?: never }): A & B => ({
  ...one,
  ...other,
});

/** The status of an invoice. */
export const INVOICE_STATUS_NAMES = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Never paid',
  void: 'Withdrawn',
} as const;

const NAMES: Record<string, string> = merged(
  merged(merged(AMBASSADOR_STATE_NAMES, SUBSCRIPTION_STATE_NAMES), TRIAL_STATE_NAMES),
  merged(REQUEST_STATE_NAMES, READER_STATUS_NAMES),
);

/** The name of a state of any of the charts, of a trial request or of a newsletter address; an unknown one stays as it is. */
export const stateName = (state: string): string => NAMES[state] ?? state;

/** The names of all states, as choices. */
export const STATE_CHOICES = Object.entries(NAMES).map(([value, label]) => ({ value, label }));

/** The states of a stored sign-up: all but the one that the chart tags as `unsaved`. */
export const SIGNUP_STATES: readonly string[] = Object.keys(TRIAL_STATE_NAMES).filter(
  (state) => state !== ('registration' satisfies TrialState),
);
/** The states of a member's subscription. */
export const MEMBER_STATES: readonly string[] = Object.keys(SUBSCRIPTION_STATE_NAMES).filter(
  (state) => state !== ('unstarted' satisfies SubscriptionState),
);

/** The groups of people who wait too long. */
export const STUCK_GROUP_LABELS = {
  code: 'Stuck at the code',
  card: 'Stuck at the card',
  opening: 'Account not opened',
  payment: 'Past due',
} as const;
export type StuckGroupName = keyof typeof STUCK_GROUP_LABELS;
export const STUCK_GROUP_NAMES = Object.keys(STUCK_GROUP_LABELS) as StuckGroupName[];
