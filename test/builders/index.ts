export { canaries, type Canaries, hiddenValuesOf } from './canaries.ts';
export { type Answer, type Calls, callsTo, medianTimes, rawPagesOf } from './calls.ts';
export { aCheckout, aConsent, anOpenCardForm, aStoredCard, CARDS, idOf, stripe, typeCard } from './cards.ts';
export { adminCommand, adminProcess, commandOn, doctorCommand } from './commands.ts';
export { LIST_FILES, readCsv, rowsOfEachFile } from './list-files.ts';
export {
  aKey,
  anApplication,
  anEmail,
  aPastor,
  aPhone,
  columnsOf,
  ERASED_ROW,
  UNUSUAL,
  WRONG_ANSWERS,
} from './forms.ts';
export {
  aCompletedJob,
  aDeadLetter,
  deadLettersOf,
  deleteJobs,
  deliverAgain,
  endHeartbeats,
  jobsOf,
  lastAttemptNow,
  queueJob,
  retriesOf,
  retryLater,
  retryNow,
  undoneJobsOf,
  withJobs,
} from './jobs.ts';
export { aLockedTrial } from './locks.ts';
export { expectComplete, linkPauseEnds, mailsSettled } from './mails.ts';
export { type Called, describedCalls, everyAddress, everyRead, subjectsAmong } from './reads.ts';
export { addPasskey, aPasskey, atBrowser, type PasskeyGiven, passkeySignIn, withPasskey } from './passkey.ts';
export { type Agent, anAgent, aStaffMember, auditOf, codeOf, cookiesOf, signedIn, type StaffMember } from './staff.ts';
export {
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  aStoredSubscription,
  aTrial,
  cancelTrial,
  journalOf,
  lastEventOf,
  manyTrials,
  storedCardColumns,
  storedTrial,
  type TrialGiven,
  undoEnds,
} from './stored-rows.ts';
export { aSubscriber } from './subscriber.ts';
export { aBodyOf } from './support-actions.ts';
export { aMember, anUnpaidMember, aVisitor, lifeOf, type Member, storesAnotherCard, Visitor } from './visitor.ts';
