import type { AmbassadorState, TrialState } from '@lampstand/workflows';

/** The states of the charts as people of the team say them. */
export const TRIAL_STATE_NAMES: Record<TrialState, string> = {
  registration: 'Details',
  phoneVerification: 'Phone check',
  billingInformation: 'Plan and card',
  openingAccount: 'Opening account',
  success: 'Account open',
  alreadyMember: 'Has an account',
  cancelled: 'Cancelled',
};

export const AMBASSADOR_STATE_NAMES: Record<AmbassadorState, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  inReview: 'In review',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

const NAMES: Record<string, string> = { ...AMBASSADOR_STATE_NAMES, ...TRIAL_STATE_NAMES };
const GOOD = new Set(['success', 'approved']);
const WAITING = new Set(['phoneVerification', 'billingInformation', 'openingAccount', 'submitted', 'inReview']);

export const stateName = (state: string) => NAMES[state] ?? state;

export const StateChip = ({ state }: { state: string }) => (
  <span className={`badge ${GOOD.has(state) ? 'good' : WAITING.has(state) ? 'warn' : ''}`}>{stateName(state)}</span>
);
