import type { AmbassadorState, SubscriptionState, TrialState } from '@lampstand/workflows';
import { merged } from './states.ts';
import type { RequestState } from './trial-requests.ts';

/** What each status means, for the explanation beside its name. */

const SIGN_UPS: Record<TrialState, string> = {
  registration: 'Nothing is saved yet: the person is typing.',
  phoneVerification: 'The details are saved. The six-digit code has not been entered.',
  billingInformation: 'The phone is verified. No card is stored yet.',
  openingAccount: 'A card is stored, and the account is being opened. This takes seconds.',
  success: 'The sign-up is complete. From then on the status is that of the subscription.',
  alreadyMember: 'The phone or the email belongs to an account that was there before, so no second one was opened.',
  cancelled: 'Support ended this sign-up before an account was opened.',
};

const SUBSCRIPTIONS: Record<SubscriptionState, string> = {
  unstarted: 'There is no subscription yet.',
  trialing: 'A member in the free days. Nothing has been charged.',
  active: 'A member whose free days are over and whose invoices are paid.',
  pastDue: 'A member with an unpaid invoice. Stripe tries the card again by itself.',
  unpaid: 'A member with an unpaid invoice that Stripe has stopped trying. The member has to give another card.',
  canceled:
    'No member any more: canceled by the member or by us, or for lack of a payment. The member can start again.',
};

const APPLICATIONS: Record<AmbassadorState, string> = {
  draft: 'The applicant is typing.',
  submitted: 'Sent. No one has decided yet.',
  approved: 'Accepted. An email has invited the applicant.',
  declined: 'Not accepted. An email has told the applicant.',
  withdrawn: 'Closed without a decision, because the person was erased.',
};

const REQUESTS: Record<RequestState, string> = {
  new: 'Sent. No one has answered yet.',
  answered: 'Answered from its page, or marked as answered after a call or an email of our own.',
  closed: 'Nothing more is to do. It can be reopened.',
};

const MEANINGS: Record<string, string> = merged(merged(APPLICATIONS, SUBSCRIPTIONS), merged(SIGN_UPS, REQUESTS));

export const stateMeaning = (state: string): string | undefined => MEANINGS[state];
