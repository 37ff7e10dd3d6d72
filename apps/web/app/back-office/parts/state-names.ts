import type { AmbassadorState, SubscriptionState, TrialState } from '@lampstand/workflows';

/** The states of the charts as people of the team say them. */
const TRIAL_STATE_NAMES: Record<TrialState, string> = {
  registration: 'Details',
  phoneVerification: 'Phone check',
  billingInformation: 'Plan and card',
  openingAccount: 'Opening account',
  success: 'Account open',
  alreadyMember: 'Has an account',
  cancelled: 'Cancelled',
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

const NAMES: Record<string, string> = { ...AMBASSADOR_STATE_NAMES, ...SUBSCRIPTION_STATE_NAMES, ...TRIAL_STATE_NAMES };

export const stateName = (state: string): string => NAMES[state] ?? state;
