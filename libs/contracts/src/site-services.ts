import type { ErrorBody, TrialSignupAnswer } from './answers.ts';
import type { TierId } from './plans.ts';

/** What a form posts: the values of its controls by name. */
export type PostedForm = Readonly<Record<string, string>>;

/** Why a call was refused: the status of the page, and what the page shows. `error.error` names the time of the next try. */
export interface Refusal {
  status: number;
  error: ErrorBody;
}

/** What a call returned, or why it was refused. Calls do not throw. */
export type Answered<Value> = { value: Value; refusal?: undefined } | { value?: undefined; refusal: Refusal };

/**
 * What a page asks of the server while it is rendered, and a form when it is posted. One object serves one request: it knows the
 * visitor's address and cookies. The calls check what was typed, and count towards the limits of the API's calls.
 */
export interface SiteServices {
  submitApplication(form: PostedForm): Promise<Answered<void>>;
  requestTrial(form: PostedForm): Promise<Answered<void>>;
  /** Mails a link that confirms. */
  subscribe(form: PostedForm): Promise<Answered<void>>;
  /** The calls by a link of a mail take its `token`, and answer 410 when it no longer works. */
  confirmSubscription(form: PostedForm): Promise<Answered<{ alreadyConfirmed: boolean }>>;
  unsubscribe(form: PostedForm): Promise<Answered<void>>;
  stopReminders(form: PostedForm): Promise<Answered<void>>;
  /** A member's corrected email; `from` is the long date from which it counts, null when it counts now. */
  confirmEmail(form: PostedForm): Promise<Answered<{ from: string | null }>>;
  /** By the owner of the old email: the `answer`, which it returns. */
  answerNewEmail(form: PostedForm): Promise<Answered<'keep' | 'use'>>;
  /** The second address for receipts: its owner wants them, or no more. */
  confirmReceipts(form: PostedForm): Promise<Answered<void>>;
  stopReceipts(form: PostedForm): Promise<Answered<void>>;
  /** By the owner of a mailbox that an account holds; 'changed' when the account no longer has the address. */
  claimMailbox(form: PostedForm): Promise<Answered<'claimed' | 'changed'>>;
  /** Sends a code to a member's corrected phone by its `channel`; `sent` is false while the last one is new. */
  sendPhoneCode(form: PostedForm): Promise<Answered<{ sent: boolean }>>;
  confirmPhone(form: PostedForm): Promise<Answered<void>>;
  /** Saves step one and texts a code. `plan` is that of the address. */
  startTrial(form: PostedForm, plan: string | null): Promise<Answered<{ trialId: number }>>;
  /** The sign-up of a resume link. */
  trial(trialId: string): Promise<Answered<TrialSignupAnswer['trialSignup'] & { trialId: number }>>;
  verifyPhone(form: PostedForm): Promise<Answered<{ trialId: number; selectedPlan: TierId }>>;
  /** `sent` is false while the last code is new. */
  sendCode(form: PostedForm): Promise<Answered<{ sent: boolean }>>;
  /** Saves the plan, and names the address of the page for the card. */
  openCardPage(form: PostedForm): Promise<Answered<{ url: string }>>;
  /** The days of a sign-up today, as the organization's zone writes them. */
  datesOfToday(): Promise<Answered<{ today: string; firstCharge: string }>>;
}
