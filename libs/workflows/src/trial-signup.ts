import { setup, type StateValueFrom } from 'xstate';

/** Facts of a trial sign-up, in the past tense. */
export type TrialEvent = {
  type:
    | 'signup.saved'
    | 'phone.changed'
    | 'phone.verified'
    | 'email.corrected'
    | 'link.requested'
    | 'visitor.wentQuiet'
    | 'plan.selected'
    | 'payment.linkRequested'
    | 'card.saved'
    | 'card.lost'
    | 'account.opened'
    | 'account.existed'
    | 'opening.retried'
    | 'signup.cancelled';
};

/** The effects of transitions. Pure data here: the server turns each name into one job, the browser does nothing. */
const effects = {
  dropOldCode: () => {},
  sendSignupSaved: () => {},
  sendResumeLink: () => {},
  sendReminder: () => {},
  supersedeOlderTrials: () => {},
  cancelSetupIntent: () => {},
  sendPaymentLink: () => {},
  openAccount: () => {},
  sendWelcomeMail: () => {},
  announceAccount: () => {},
  deleteCustomer: () => {},
  sendCardNeeded: () => {},
};

export type TrialEffect = keyof typeof effects;

/** The calls of the public API that name a saved sign-up. */
export type TrialCall =
  | 'verify-phone'
  | 'resend-verification'
  | 'verify-code'
  | 'update-email'
  | 'update-details'
  | 'send-resume-link'
  | 'update-selected-plan'
  | 'trial-setup-intent'
  | 'trial-consent'
  | 'trial-checkout-session'
  | 'update-payment-verified'
  | 'create-account'
  | 'trial-checkout-complete'
  | 'send-browser-code'
  | 'prove-browser';

/** The four steps people see, as they stand in the address and on the wire. */
export const STEPS = ['registration', 'phone-verification', 'billing-information', 'success'] as const;
export type WireStep = (typeof STEPS)[number];

/**
 * - `unsaved`: no row exists yet.
 * - `open`: saved and not ended.
 * - `unfinished`: the visitor still has to act; a newer sign-up with the same phone replaces it.
 * - `waitsForCode`, `waitsForCard`, `opening`: what the sign-up waits for.
 * - `phoneUnproven`: a row may lack a verified phone. `cardStored`: a row must have a card and an end of the trial.
 * - `ended`: no more steps. `opened`: with an account of this sign-up. `accountExisted`: the account is an older one.
 * - `cancelled`: ended by support.
 * - `deletesLateCard`: a card that is stored now is of no use, and its customer is deleted.
 */
export type TrialTag =
  | 'unsaved'
  | 'open'
  | 'unfinished'
  | 'waitsForCode'
  | 'waitsForCard'
  | 'opening'
  | 'phoneUnproven'
  | 'cardStored'
  | 'ended'
  | 'opened'
  | 'accountExisted'
  | 'cancelled'
  | 'deletesLateCard';

/** The screens of the sign-up page. */
export type TrialScreen = 'form' | 'code' | 'card' | 'opening' | 'success';

/** What a state means outside of the chart. */
interface TrialMeta {
  step: WireStep;
  /** The wire's flags of this state; false where they are absent. */
  paymentVerified?: true;
  userExists?: true;
  screen: TrialScreen;
  /** Days after the last visit until retention erases the person; null: never. */
  forgetAfterDays: number | null;
  /** The calls that may have their effect, and those that had it already and answer the same again. All others are rejected. */
  accepts?: TrialCall[];
  replays?: TrialCall[];
}

const CARD_CALLS = ['trial-setup-intent', 'trial-checkout-session', 'update-payment-verified'] as const;
/** `prove-browser` takes the proof of a mailed link at every step, and a code once the phone is proven. */
const MAIL_CALLS = ['update-email', 'send-resume-link', 'prove-browser'] as const;
const OPENING_CALLS = ['create-account', 'trial-checkout-complete'] as const;

/**
 * From the first saved details to an open account with a 30-day trial: the only place where the order of steps, and what
 * a state means to calls, screens, sweeps and retention, is written. Pure, so that browser and server run it alike.
 */
// oxfmt-ignore
export const trialSignup = setup({
  types: { events: {} as TrialEvent, tags: {} as TrialTag, meta: {} as TrialMeta },
  actions: effects,
}).createMachine({
  id: 'trial-signup', version: '1', initial: 'registration',
  states: {
    registration: {
      description: 'Nothing is saved yet: the visitor is typing the details.',
      tags: ['unsaved'],
      meta: { step: 'registration', screen: 'form', forgetAfterDays: null },
      on: { 'signup.saved': { target: 'phoneVerification', actions: 'sendSignupSaved' } } },
    phoneVerification: {
      description: 'Saved; waits for the six digits that prove the phone.',
      tags: ['open', 'unfinished', 'waitsForCode', 'phoneUnproven'],
      meta: {
        step: 'phone-verification', screen: 'code', forgetAfterDays: 30,
        accepts: ['verify-phone', 'resend-verification', 'verify-code', 'update-details', ...MAIL_CALLS] },
      on: {
        'phone.changed':     { target: 'phoneVerification', actions: 'dropOldCode' },
        'email.corrected':   { target: 'phoneVerification', actions: 'sendResumeLink' },
        'link.requested':    { target: 'phoneVerification', actions: 'sendResumeLink' },
        'visitor.wentQuiet': { target: 'phoneVerification', actions: 'sendReminder' },
        'phone.verified':    { target: 'billingInformation', actions: 'supersedeOlderTrials' },
        'account.existed':   'alreadyMember',
        'signup.cancelled':  { target: 'cancelled', actions: 'cancelSetupIntent' } } },
    billingInformation: {
      description: 'The phone is proven; waits for a plan and a stored card.',
      tags: ['open', 'unfinished', 'waitsForCard'],
      meta: {
        step: 'billing-information', screen: 'card', forgetAfterDays: 90,
        accepts: ['update-details', ...MAIL_CALLS, 'update-selected-plan', 'trial-consent', ...CARD_CALLS, ...OPENING_CALLS,
          'send-browser-code'],
        replays: ['verify-code'] },
      on: {
        'plan.selected':         { target: 'billingInformation' },
        'phone.changed':         { target: 'phoneVerification', actions: ['cancelSetupIntent', 'sendResumeLink'] },
        'email.corrected':       { target: 'billingInformation', actions: 'sendResumeLink' },
        'link.requested':        { target: 'billingInformation', actions: 'sendResumeLink' },
        'visitor.wentQuiet':     { target: 'billingInformation', actions: 'sendReminder' },
        'payment.linkRequested': { target: 'billingInformation', actions: 'sendPaymentLink' },
        'card.saved':            { target: 'openingAccount', actions: 'openAccount' },
        'account.existed':       { target: 'alreadyMember', actions: 'cancelSetupIntent' },
        'signup.cancelled':      { target: 'cancelled', actions: 'cancelSetupIntent' } } },
    openingAccount: {
      description: 'The card is stored; the account is being opened, whether or not the browser is still there.',
      tags: ['open', 'opening', 'cardStored'],
      meta: {
        step: 'billing-information', paymentVerified: true, screen: 'opening', forgetAfterDays: null,
        accepts: [...MAIL_CALLS, 'update-selected-plan', ...OPENING_CALLS, 'send-browser-code'],
        replays: ['verify-code', ...CARD_CALLS] },
      on: {
        'email.corrected': { target: 'openingAccount', actions: 'sendResumeLink' },
        'link.requested':  { target: 'openingAccount', actions: 'sendResumeLink' },
        'account.opened':  { target: 'success', actions: ['sendWelcomeMail', 'announceAccount'] },
        'account.existed': { target: 'alreadyMember', actions: 'deleteCustomer' },
        'card.lost':       { target: 'billingInformation', actions: 'sendCardNeeded' },
        'opening.retried': { target: 'openingAccount', actions: 'openAccount' } } },
    success: {
      description: 'The account is open and its 30-day trial runs.',
      tags: ['ended', 'opened', 'cardStored'],
      meta: {
        step: 'success', paymentVerified: true, screen: 'success', forgetAfterDays: null,
        replays: ['verify-code', ...CARD_CALLS, ...OPENING_CALLS] },
      type: 'final' },
    alreadyMember: {
      description: 'The proven phone, or the email, belongs to an account that exists.',
      tags: ['ended', 'accountExisted', 'deletesLateCard'],
      meta: {
        step: 'success', userExists: true, screen: 'success', forgetAfterDays: 90,
        replays: ['verify-code', 'update-payment-verified', ...OPENING_CALLS] },
      on: { 'card.saved': { target: 'alreadyMember', actions: 'deleteCustomer' } } },
    cancelled: {
      description: 'Support ended this sign-up. On the wire it reads as registration: the visitor starts over.',
      tags: ['ended', 'cancelled', 'phoneUnproven', 'deletesLateCard'],
      meta: { step: 'registration', screen: 'form', forgetAfterDays: 90 },
      on: { 'card.saved': { target: 'cancelled', actions: 'deleteCustomer' } } },
  },
});

export type TrialState = StateValueFrom<typeof trialSignup>;

export const TRIAL_STATES = Object.keys(trialSignup.states) as TrialState[];

/** What a state means outside of the chart. */
export const metaOf = (state: TrialState): TrialMeta => trialSignup.states[state]!.meta!;
