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

/** What follows from a move. Pure data here: the server turns each name into one job, the browser does nothing. */
const effects = {
  dropOldCode: () => {},
  sendResumeLink: () => {},
  supersedeOlderTrials: () => {},
  cancelSetupIntent: () => {},
  sendPaymentLink: () => {},
  openAccount: () => {},
  sendWelcomeMail: () => {},
  announceAccount: () => {},
  releaseCard: () => {},
  sendCardNeeded: () => {},
};

export type TrialEffect = keyof typeof effects;

/**
 * From the first saved details to an open account with a 30-day trial: the only place where the order of steps is
 * written. Pure: no context, no guards, no timers, no calls, so that browser and server step it alike.
 */
// oxfmt-ignore
export const trialSignup = setup({ types: { events: {} as TrialEvent }, actions: effects }).createMachine({
  id: 'trial-signup', version: '1', initial: 'registration',
  states: {
    registration: {
      description: 'Nothing is saved yet: the visitor is typing the details.',
      on: { 'signup.saved': 'phoneVerification' } },
    phoneVerification: {
      description: 'Saved; waits for the six digits that prove the phone.',
      on: {
        'phone.changed':     { target: 'phoneVerification', actions: 'dropOldCode' },
        'email.corrected':   { target: 'phoneVerification', actions: 'sendResumeLink' },
        'link.requested':    { target: 'phoneVerification', actions: 'sendResumeLink' },
        'visitor.wentQuiet': { target: 'phoneVerification', actions: 'sendResumeLink' },
        'phone.verified':    { target: 'billingInformation', actions: 'supersedeOlderTrials' },
        'account.existed':   'alreadyMember',
        'signup.cancelled':  { target: 'cancelled', actions: 'cancelSetupIntent' } } },
    billingInformation: {
      description: 'The phone is proven; waits for a plan and a stored card.',
      on: {
        'plan.selected':         { target: 'billingInformation' },
        'phone.changed':         { target: 'phoneVerification', actions: ['cancelSetupIntent', 'sendResumeLink'] },
        'email.corrected':       { target: 'billingInformation', actions: 'sendResumeLink' },
        'link.requested':        { target: 'billingInformation', actions: 'sendResumeLink' },
        'visitor.wentQuiet':     { target: 'billingInformation', actions: 'sendResumeLink' },
        'payment.linkRequested': { target: 'billingInformation', actions: 'sendPaymentLink' },
        'card.saved':            { target: 'openingAccount', actions: 'openAccount' },
        'account.existed':       { target: 'alreadyMember', actions: 'cancelSetupIntent' },
        'signup.cancelled':      { target: 'cancelled', actions: 'cancelSetupIntent' } } },
    openingAccount: {
      description: 'The card is stored; the account is being opened, whether or not the browser is still there.',
      on: {
        'email.corrected': { target: 'openingAccount', actions: 'sendResumeLink' },
        'link.requested':  { target: 'openingAccount', actions: 'sendResumeLink' },
        'account.opened':  { target: 'success', actions: ['sendWelcomeMail', 'announceAccount'] },
        'account.existed': { target: 'alreadyMember', actions: 'releaseCard' },
        'card.lost':       { target: 'billingInformation', actions: 'sendCardNeeded' },
        'opening.retried': { target: 'openingAccount', actions: 'openAccount' } } },
    success: {
      description: 'The account is open and its 30-day trial runs.',
      type: 'final' },
    alreadyMember: {
      description: 'The proven phone, or the e-mail, belongs to an account that exists.',
      on: { 'card.saved': { target: 'alreadyMember', actions: 'releaseCard' } } },
    cancelled: {
      description: 'Support ended this sign-up.',
      on: { 'card.saved': { target: 'cancelled', actions: 'releaseCard' } } },
  },
});

export type TrialState = StateValueFrom<typeof trialSignup>;

export const TRIAL_STATES = Object.keys(trialSignup.states) as TrialState[];
