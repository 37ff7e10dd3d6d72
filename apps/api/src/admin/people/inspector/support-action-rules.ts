import {
  ADMIN_ERRORS,
  SUPPORT_ACTION_NAMES,
  type SupportActionName,
  type SupportActionOffer,
} from '@lampstand/contracts/back-office';
import {
  hasTag,
  subscriptionLife,
  transition,
  trialSignup,
  type TrialState,
  type TrialTag,
} from '@lampstand/workflows';

interface ActionTarget {
  state: TrialState;
  erased: boolean;
  /** An erasure was requested and can be undone. */
  erasureAsked: boolean;
  contacted: boolean;
  superseded: boolean;
  /** Null without a subscription. */
  subscription?: { state: string; cancelAt: Date | null } | null | undefined;
  /** Null without an account. */
  account?: { open: boolean; newEmail: string | null; newPhone: string | null } | null | undefined;
}

/** What is stored of a sign-up, as far as the rules of most actions read it. */
interface StoredFacts {
  state: TrialState;
  erasedAt: Date | null;
  erasureAskedAt: Date | null;
  contactedAt: Date | null;
  supersededBy: number | null;
}

export const targetOf = ({
  state,
  erasedAt,
  erasureAskedAt,
  contactedAt,
  supersededBy,
}: StoredFacts): ActionTarget => ({
  state,
  erased: erasedAt !== null,
  erasureAsked: erasureAskedAt !== null,
  contacted: contactedAt !== null,
  superseded: supersededBy !== null,
});

/** Every support action, with the reason if it is unavailable in this state. The chart decides. */
export const availableActions = (trial: ActionTarget): SupportActionOffer[] =>
  SUPPORT_ACTION_NAMES.map((name) => {
    const why = whyUnavailable(name, trial);
    return why ? { name, possible: false, why } : { name, possible: true };
  });

/** Why `name` is unavailable now, or undefined when it is available. */
export function whyUnavailable(name: SupportActionName, trial: ActionTarget): string | undefined {
  const { state, erased, erasureAsked, contacted, superseded, subscription, account } = trial;
  if (erased) return 'The person was erased.';
  if (isAboutErasure(name)) return erasureAsked === (name !== 'erase') ? undefined : ERASURE_REASONS[name];
  if (isAboutSubscription(name)) return whySubscriptionUnavailable(name, subscription ?? null);
  if (name === 'undo-correction') return account?.newEmail || account?.newPhone ? undefined : ADMIN_ERRORS.noNewContact;
  if (is('opened')(state) && (name === 'correct-email' || name === 'correct-phone'))
    return account === undefined || account?.open ? undefined : ADMIN_ERRORS.accountClosed;
  if (name === 'unmark-contacted') return contacted ? undefined : ADMIN_ERRORS.notContacted;
  if (name === 'unsupersede' && !superseded) return ADMIN_ERRORS.notSuperseded;
  const rule = RULES[name];
  return rule(state) ? undefined : reason(name, state);
}

/** The reason each is unavailable. */
const ERASURE_REASONS = {
  erase: 'The erasure was requested already.',
  'approve-erasure': ADMIN_ERRORS.noErasureWaits,
  'undo-erasure': ADMIN_ERRORS.noErasureWaits,
};
const isAboutErasure = (name: SupportActionName): name is keyof typeof ERASURE_REASONS => name in ERASURE_REASONS;

/** The subscription itself refuses these, with the same texts. */
export const isAboutSubscription = (name: SupportActionName): name is SubscriptionAction => name in SUBSCRIPTION_RULES;
type SubscriptionAction =
  | 'resend-welcome'
  | 'send-plan-link'
  | 'end-plan-links'
  | 'move-trial-end'
  | 'change-plan'
  | 'retry-invoice'
  | 'cancel-subscription'
  | 'keep-subscription';

/** Why each is unavailable for a running subscription. */
const SUBSCRIPTION_RULES: Record<
  SubscriptionAction,
  (of: { state: string; cancelAt: Date | null }) => string | undefined
> = {
  'resend-welcome': ({ state }) => (hasTag(subscriptionLife, state, 'inTrial') ? undefined : ADMIN_ERRORS.trialOver),
  'send-plan-link': () => undefined,
  'end-plan-links': () => undefined,
  'move-trial-end': ({ state }) => (hasTag(subscriptionLife, state, 'inTrial') ? undefined : 'The free trial is over.'),
  'change-plan': () => undefined,
  'retry-invoice': ({ state }) => (hasTag(subscriptionLife, state, 'owing') ? undefined : ADMIN_ERRORS.nothingUnpaid),
  'cancel-subscription': ({ cancelAt }) => (cancelAt ? 'The subscription is canceled already.' : undefined),
  'keep-subscription': ({ cancelAt }) => (cancelAt ? undefined : 'The subscription is not canceled.'),
};

function whySubscriptionUnavailable(
  name: SubscriptionAction,
  subscription: ActionTarget['subscription'],
): string | undefined {
  if (!subscription) return ADMIN_ERRORS.noSubscription;
  return hasTag(subscriptionLife, subscription.state, 'ended')
    ? ADMIN_ERRORS.subscriptionEnded
    : SUBSCRIPTION_RULES[name](subscription);
}

const accepts = (event: string) => (state: TrialState) => transition(trialSignup, state, event) !== undefined;
const is = (tag: TrialTag) => (state: TrialState) => hasTag(trialSignup, state, tag);
const always = () => true;

const RULES: Record<
  Exclude<
    SupportActionName,
    SubscriptionAction | keyof typeof ERASURE_REASONS | 'undo-correction' | 'unmark-contacted'
  >,
  (state: TrialState) => boolean
> = {
  'resend-code': is('waitsForCode'),
  'send-resume-link': accepts('link.requested'),
  'correct-phone': accepts('phone.changed'),
  'correct-email': accepts('email.corrected'),
  'retry-opening': accepts('opening.retried'),
  'send-payment-link': accepts('payment.linkRequested'),
  'cancel-signup': accepts('signup.cancelled'),
  supersede: is('unfinished'),
  unsupersede: is('unfinished'),
  'mark-contacted': always,
};

function reason(name: SupportActionName, state: TrialState): string {
  if (name === 'retry-opening' && is('waitsForCard')(state)) return 'No card is stored yet.';
  return REASONS[state];
}

const REASONS: Record<TrialState, string> = {
  registration: 'The sign-up is not saved yet.',
  phoneVerification: 'The phone is not verified yet.',
  billingInformation: 'The phone is verified already.',
  openingAccount: 'The card is stored, and the account is being opened.',
  success: 'The account is open; this belongs to the sign-up.',
  alreadyMember: 'The sign-up has ended: the person has an account already.',
  cancelled: 'The sign-up was canceled.',
};
