import type { ConsentReceipt } from './consent.ts';
import type { SubscriptionSummary } from './plan.ts';
import type { TierId } from './plans.ts';
import type { ResumedField, SignUpDetails } from './sign-up-fields.ts';

/** Response bodies. Errors are always `{error, ...flags}`; instants are ISO 8601 in UTC. */

export interface ErrorBody {
  error: string;
  fields?: Record<string, string>;
  userExists?: true;
  databaseError?: true;
  /** Of a code; `stale`: the page shows an outdated price or date; `prove`: the browser must become known first. */
  reason?: 'wrong' | 'expired' | 'tooMany' | 'stale' | 'prove';
  triesLeft?: number;
  /** Of a code: too many are asked for. A mailed link leads on, and so does the solution of `challenge`, sent as `work`. */
  busy?: true;
  /** A challenge of the library altcha-lib. */
  challenge?: { parameters: object; signature?: string };
  retryAt?: string;
  /** Of a hosted checkout whose account is still being opened: the sign-up's own page waits for it. */
  trialId?: number;
  step?: string;
}

export interface PublicConfig {
  product: string;
  supportEmail: string;
  dashboardUrl: string;
  stripePublishableKey: string;
  /** Only with the sandbox: the URL of its own stripe.js. */
  stripeJsUrl?: string;
  /** The server's time, so that countdowns are correct on devices with a wrong clock. */
  now: string;
  /** The civil day in the organization's zone, for ages. */
  today: string;
  timeZone: string;
}

export interface SavedTrialSignup extends Pick<SignUpDetails, ResumedField> {
  phoneVerified: boolean;
  step: string;
  selectedPlan: TierId;
  paymentVerified: boolean;
  userExists?: true;
  /** What the person typed is masked: this browser is not known. */
  masked?: true;
  /** The last mail to this email came back; only for a browser that is known. */
  mailReturned?: true;
  /** While a code is valid: when it expires, and when another may be sent. */
  code?: CodeTimes;
  /** When the trial would end if the card were stored now; once it is stored, when the trial ends. */
  trialEndsAt: string;
  /** What was agreed, once the card is stored; only for the browser that signed up. Absent for a client that sent no consent. */
  receipt?: ConsentReceipt;
}

/** All that a resume link returns after the account is open. `firstName` is the name to greet. */
export type OpenedTrialSignup = Pick<
  SavedTrialSignup,
  | 'firstName'
  | 'phoneVerified'
  | 'step'
  | 'selectedPlan'
  | 'trialEndsAt'
  | 'userExists'
  | 'masked'
  | 'mailReturned'
  | 'receipt'
> & {
  /** Where the welcome mail went, for the browser that signed up. */
  email?: string;
  /** Where the subscription of this sign-up stands now. */
  subscription?: SubscriptionSummary;
  /** The account was opened more than a day ago. */
  openForADay?: true;
  /** On the day of the opening, for the browser that signed up: the link to the plan. */
  planLink?: string;
};

export interface TrialSignupAnswer {
  success: true;
  trialSignup: SavedTrialSignup | OpenedTrialSignup;
}

/** GET /api/trial-signup/current */
export interface CurrentSignupAnswer {
  success: true;
  /** `number` of `of` steps. */
  signup: { trialId: number; firstName: string; step: string; number: number; of: number } | null;
  /** Whether an account was opened in this browser. */
  member: boolean;
}

export interface CodeTimes {
  sentAt: string;
  /** When another can be asked for: after the wait, after too many wrong codes, or when the day's codes are used up. */
  resendAt: string;
  expiresAt: string;
  /** Texts and calls so far. */
  sends: number;
  /** After too many wrong codes from this network: no code is accepted before. */
  lockedUntil?: string;
}

/** Calls are offered after this many texts. */
export const TEXTS_BEFORE_CALL = 2;

/** `sent` is false when a valid code exists and no new one was sent. */
export interface CodeSentAnswer extends CodeTimes {
  success: true;
  sent: boolean;
}

export interface StoredCard {
  brand: string;
  last4: string;
  /** The last month in which it is good: "2028-04". */
  expires?: string;
}

/** When the link can be mailed again. */
export interface LinkSentAnswer {
  success: true;
  retryAt: string;
}

export type SetupIntentAnswer =
  | { success: true; clientSecret: string }
  | { success: true; paymentVerified: true; card: StoredCard };

export type CreateAccountAnswer =
  | { success: true }
  | { success: false; userExists: true }
  | { success: false; error: string };

/** The ambassador application and the trial request. A repeat answers with the first id. */
export interface SubmittedAnswer {
  success: true;
  id: number;
}
