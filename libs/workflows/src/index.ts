export {
  AMBASSADOR_STATES,
  ambassadorApplication,
  type AmbassadorEffect,
  type AmbassadorEvent,
  type AmbassadorState,
} from './ambassador-application.ts';
export {
  type Chart,
  effectsOf,
  hasState,
  hasTag,
  initialStateOf,
  type NextState,
  sqlStates,
  statesTagged,
  type Transition,
  transition,
  transitionsOf,
} from './chart.ts';
export {
  isStarted,
  stateOfStripeStatus,
  SUBSCRIPTION_STATES,
  type SubscriptionEffect,
  type SubscriptionEvent,
  subscriptionLife,
  type SubscriptionState,
} from './subscription-life.ts';
export {
  type CallHandling,
  handlingOf,
  resumeState,
  TRIAL_CALLS,
  type WirePosition,
  wirePositionOf,
} from './trial-positions.ts';
export {
  metaOf,
  STEPS,
  TRIAL_STATES,
  type TrialCall,
  type TrialEffect,
  type TrialEvent,
  trialSignup,
  type TrialScreen,
  type TrialState,
  type TrialTag,
  type WireStep,
} from './trial-signup.ts';
export { CHARTS } from './charts.ts';
export { dotOf, pageOf } from './diagram.ts';
