export { anApplication, applicationColumns, aStoredApplication } from './application.ts';
export { type Answer, type Calls, callsTo } from './calls.ts';
export { aCheckout, anOpenCardForm, aStoredCard, CARDS, idOf, stripe, typeCard } from './cards.ts';
export { journalOf } from './journaled.ts';
export { aPastor } from './pastor.ts';
export { aSubscriber, type Subscriber } from './subscriber.ts';
export { aTrial, storedCardColumns, storedTrial } from './trial.ts';
export { aKey, anEmail, aPhone } from './unique.ts';
export { aVisitor, Visitor } from './visitor.ts';
