export {
  AMBASSADOR_STATES,
  ambassadorApplication,
  type AmbassadorEffect,
  type AmbassadorEvent,
  type AmbassadorState,
} from './ambassador-application.ts';
export { type CallMeaning, meaningOf, TRIAL_CALLS, type TrialCall } from './calls.ts';
export { CHARTS } from './charts.ts';
export { pageOf } from './diagram.ts';
export { resumeState, screenOf, STEPS, type WirePosition, wirePositionOf, type WireStep } from './screens.ts';
export { type Chart, effectsOf, initialStateOf, type Move, movesOf, type Step, step } from './step.ts';
export {
  SUBSCRIPTION_STATES,
  type SubscriptionEffect,
  type SubscriptionEvent,
  subscriptionLife,
  type SubscriptionState,
} from './subscription-life.ts';
export { TRIAL_STATES, type TrialEffect, type TrialEvent, trialSignup, type TrialState } from './trial-signup.ts';
