export { type Answer, type Calls, callsTo } from './calls.ts';
export { aCheckout, anOpenCardForm, aStoredCard, CARDS, idOf, stripe, typeCard } from './cards.ts';
export { aPastor } from './pastor.ts';
export { aTrial, journalOf, shortestPathTo, storedCardColumns, storedTrial } from './trial.ts';
export { aKey, anEmail, aPhone } from './unique.ts';
export { aVisitor, Visitor } from './visitor.ts';
