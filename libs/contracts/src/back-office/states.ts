import type { AmbassadorState, SubscriptionState, TrialState } from '@lampstand/workflows';

/** States in words, on screen and in files. Without the charts: the first load of the back office has this file. */

const TRIAL_STATE_NAMES: Record<TrialState, string> = {
  registration: 'Details',
  phoneVerification: 'Phone check',
  billingInformation: 'Plan and card',
  openingAccount: 'Opening account',
  success: 'Account open',
  alreadyMember: 'Has an account',
  cancelled: 'Canceled',
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
  active: 'Active',
  pastDue: 'Past due',
  unpaid: 'Unpaid',
  canceled: 'Ended',
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

const NAMES: Record<string, string> = merged(
  merged(AMBASSADOR_STATE_NAMES, SUBSCRIPTION_STATE_NAMES),
  TRIAL_STATE_NAMES,
);

/** The name of a state of any of the charts; an unknown state stays as it is. */
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
  opening: 'Opening stuck',
  payment: 'Past due',
} as const;
export type StuckGroupName = keyof typeof STUCK_GROUP_LABELS;
export const STUCK_GROUP_NAMES = Object.keys(STUCK_GROUP_LABELS) as StuckGroupName[];
