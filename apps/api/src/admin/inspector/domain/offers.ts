import { ADMIN_ERRORS, REPAIR_NAMES, type RepairName, type RepairOffer } from '@lampstand/contracts/back-office';
import { type TrialState, trialSignup, step } from '@lampstand/workflows';

interface Repairable {
  state: TrialState;
  erased: boolean;
  /** An erasure waits, and can be undone. */
  erasureAsked: boolean;
  /** Null while there is none. */
  subscription?: { state: string; cancelAt: Date | null } | null | undefined;
}

/** Which repairs make sense where a sign-up stands, and why the others do not. The chart has the last word. */
export const offersFor = (trial: Repairable): RepairOffer[] =>
  REPAIR_NAMES.map((name) => {
    const why = objection(name, trial);
    return why ? { name, possible: false, why } : { name, possible: true };
  });

/** Why `name` makes no sense now, or undefined when it does. */
export function objection(name: RepairName, trial: Repairable): string | undefined {
  const { state, erased, erasureAsked, subscription } = trial;
  if (erased) return 'The person was erased.';
  if (isAboutErasure(name)) return erasureAsked === (name !== 'erase') ? undefined : ERASURES[name];
  if (isAboutSubscription(name)) return objectionOfSubscription(name, subscription ?? null);
  const rule = RULES[name];
  return rule(state) ? undefined : sentence(name, state);
}

/** What is said of each when it makes no sense. */
const ERASURES = {
  erase: 'The erasure was asked for already.',
  'approve-erasure': ADMIN_ERRORS.noErasureWaits,
  'undo-erasure': ADMIN_ERRORS.noErasureWaits,
};
const isAboutErasure = (name: RepairName): name is keyof typeof ERASURES => name in ERASURES;

/** These are refused by the subscription itself, in the same words. */
export const isAboutSubscription = (name: RepairName): name is SubscriptionRepair => name in OF_SUBSCRIPTION;
type SubscriptionRepair =
  | 'send-plan-link'
  | 'end-plan-links'
  | 'extend-trial'
  | 'cancel-subscription'
  | 'keep-subscription';

/** What each needs of a subscription that runs, or why it makes no sense. */
const OF_SUBSCRIPTION: Record<
  SubscriptionRepair,
  (of: { state: string; cancelAt: Date | null }) => string | undefined
> = {
  'send-plan-link': () => undefined,
  'end-plan-links': () => undefined,
  'extend-trial': ({ state }) => (state === 'trialing' ? undefined : 'The free trial is over.'),
  'cancel-subscription': ({ cancelAt }) => (cancelAt ? 'It is cancelled already and ends by itself.' : undefined),
  'keep-subscription': ({ cancelAt }) => (cancelAt ? undefined : 'It is not cancelled.'),
};

function objectionOfSubscription(
  name: SubscriptionRepair,
  subscription: Repairable['subscription'],
): string | undefined {
  if (!subscription) return 'There is no subscription yet.';
  return subscription.state === 'canceled' ? 'The subscription has ended.' : OF_SUBSCRIPTION[name](subscription);
}

const takes = (event: string) => (state: TrialState) => step(trialSignup, state, event) !== undefined;
const unfinished = (state: TrialState) => state === 'phoneVerification' || state === 'billingInformation';
const always = () => true;

const RULES: Record<Exclude<RepairName, SubscriptionRepair | keyof typeof ERASURES>, (state: TrialState) => boolean> = {
  'resend-code': (state) => state === 'phoneVerification',
  'send-resume-link': takes('link.requested'),
  'correct-phone': takes('phone.changed'),
  'correct-email': takes('email.corrected'),
  'retry-opening': takes('opening.retried'),
  'send-payment-link': takes('payment.linkRequested'),
  'cancel-signup': takes('signup.cancelled'),
  supersede: unfinished,
  'mark-contacted': always,
};

function sentence(name: RepairName, state: TrialState): string {
  if (state === 'phoneVerification') return 'The phone is not proven yet.';
  if (name === 'retry-opening' && state === 'billingInformation') return 'No card is stored yet.';
  return ENDS[state] ?? 'The phone is proven already.';
}

const ENDS: Partial<Record<TrialState, string>> = {
  openingAccount: 'The card is stored and the account is being opened.',
  success: 'The account is open: what comes now belongs to the subscription.',
  alreadyMember: 'This sign-up is over: the person has an account already.',
  cancelled: 'This sign-up was cancelled.',
};
