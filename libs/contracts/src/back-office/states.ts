import {
  type AmbassadorState,
  hasTag,
  isStarted,
  statesTagged,
  SUBSCRIPTION_STATES,
  type SubscriptionState,
  subscriptionLife,
  TRIAL_STATES,
  trialSignup,
  type TrialState,
} from '@lampstand/workflows';

/** States in words, on screen and in files, and the groups of people who wait too long in one. */

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
  inReview: 'In review',
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

const NAMES: Record<string, string> = { ...AMBASSADOR_STATE_NAMES, ...SUBSCRIPTION_STATE_NAMES, ...TRIAL_STATE_NAMES };

/** The name of a state of any of the charts; an unknown state stays as it is. */
export const stateName = (state: string): string => NAMES[state] ?? state;

/** The names of all states, as choices. */
export const STATE_CHOICES = Object.entries(NAMES).map(([value, label]) => ({ value, label }));

/** The states of a stored sign-up. */
export const SIGNUP_STATES: readonly string[] = TRIAL_STATES.filter((state) => !hasTag(trialSignup, state, 'unsaved'));
/** The states of a member's subscription. */
export const MEMBER_STATES: readonly string[] = SUBSCRIPTION_STATES.filter(isStarted);

/** People who have been in one of these states for longer than `minutes`. */
interface StuckGroup {
  label: string;
  states: readonly string[];
  minutes: number;
}

/** The sign-up page expects half an hour for a code or a card; a sweep retries an opening after two minutes. */
const VISITOR_MINUTES = 30;
const OPENING_MINUTES = 3;

export const STUCK_GROUPS = {
  code: { label: 'Stuck at the code', states: statesTagged(trialSignup, 'waitsForCode'), minutes: VISITOR_MINUTES },
  card: { label: 'Stuck at the card', states: statesTagged(trialSignup, 'waitsForCard'), minutes: VISITOR_MINUTES },
  opening: { label: 'Opening stuck', states: statesTagged(trialSignup, 'opening'), minutes: OPENING_MINUTES },
  payment: { label: 'Past due', states: statesTagged(subscriptionLife, 'owing'), minutes: 0 },
} as const satisfies Record<string, StuckGroup>;
export type StuckGroupName = keyof typeof STUCK_GROUPS;
export const STUCK_GROUP_NAMES = Object.keys(STUCK_GROUPS) as StuckGroupName[];
