export { canaries, type Canaries, hiddenValuesOf } from './canaries.ts';
export { type Answer, type Calls, callsTo, cookieOf, formsOf, medianTimes, rawPagesOf } from './calls.ts';
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
export { aLockedTrial, aTransaction, breakInvariants, endConnectionAtMails, without } from './database-faults.ts';
export {
  ageExports,
  breakExports,
  exportConnections,
  exportLog,
  exportsFromAnotherCluster,
  failLastExport,
  forgetSearchOfRunning,
  holdRecords,
  loggedExport,
  loggedSearches,
  refuseRecords,
  signUpsFromAnotherCluster,
} from './exports.ts';
export { countTimes, forgetCounts, limitCounters, linkPauseEnds, timesCounted } from './limits.ts';
export {
  auditEntries,
  closedMonthsOf,
  consentsOf,
  correctionsOf,
  countOfTrials,
  journalOf,
  journalRowsOf,
  keptMail,
  lastEventOf,
  passkeyChallengesOf,
  paymentsOf,
  queueItemsOf,
  sentMailsOf,
  sessionsOf,
  soldPrices,
  storedAccount,
  storedAnswers,
  storedApplication,
  storedApplications,
  storedNotes,
  storedPrice,
  storedReaders,
  storedRequests,
  storedStaff,
  storedSubscription,
  storedTrial,
  storedTrials,
  trialAsJson,
  verificationsOf,
  webhookEvents,
  contentsOfTables,
} from './stored-facts.ts';
export { expectComplete, mailsSettled } from './mails.ts';
export { type Called, describedCalls, everyAddress, everyRead, subjectsAmong } from './reads.ts';
export { addPasskey, aPasskey, atBrowser, type PasskeyGiven, passkeySignIn, withPasskey } from './passkey.ts';
export {
  type Agent,
  anAgent,
  anAuditEntry,
  aStaffMember,
  auditOf,
  changeStaff,
  codeOf,
  cookiesOf,
  rehashSessions,
  signedIn,
  type StaffMember,
} from './staff.ts';
export {
  aClosedMonth,
  aFailingProvider,
  aJournalNote,
  aLinkedCard,
  anOldWebhookEvent,
  aStoredAccount,
  aStoredApplication,
  aStoredPayment,
  aStoredReader,
  aStoredRequest,
  aStoredSubscription,
  aTrial,
  cancelTrial,
  changeAccountPhone,
  changePrice,
  changeTrial,
  daysAgo,
  deleteReader,
  dueInOrder,
  manyReaders,
  manyTrials,
  moveNotice,
  storedCardColumns,
  type TrialGiven,
  undoEnds,
  unsubscribeReader,
  useUpTries,
} from './stored-rows.ts';
export { aSubscriber } from './subscriber.ts';
export { aBodyOf } from './support-actions.ts';
export { aMember, anUnpaidMember, aVisitor, lifeOf, type Member, storesAnotherCard, Visitor } from './visitor.ts';
