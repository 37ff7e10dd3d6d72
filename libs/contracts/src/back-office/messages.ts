import type { Toast } from '../inline-messages.ts';

/** Messages of the back office, apart from the public ones to keep the public bundles small. */

const failure = (title: string, description: string): Toast => ({ title, description, variant: 'destructive' });

export const ADMIN_TOASTS = {
  loginFailed: failure('Login failed', 'Invalid username or password'),
  loggedIn: { title: 'Login successful', description: 'Welcome to the admin dashboard' } as Toast,
  loggedOut: { title: 'Logged out' } as Toast,
  logoutFailed: failure('Logout failed', 'Something went wrong while logging out'),
  exported: { title: 'Export successful', description: 'Trial signup data has been exported to CSV' } as Toast,
  exportFailed: failure('Export failed', 'Could not export trial signup data'),
  incompleteExported: { title: 'Export Complete', description: 'CSV file has been downloaded' } as Toast,
  incompleteExportFailed: failure('Export Failed', 'Unable to export data'),
  passkeyUnused: failure('Passkey not used', 'Press Log In to try again.'),
  passkeyAdded: { title: 'Passkey added', description: 'You are asked for it when you log in.' } as Toast,
  viewSaved: { title: 'View saved' } as Toast,
  viewDeleted: { title: 'View deleted' } as Toast,
  passkeyRemoved: { title: 'Passkey removed' } as Toast,
  authenticatorAdded: {
    title: 'Authenticator app added',
    description: 'You are asked for its code when you log in.',
  } as Toast,
  authenticatorRemoved: { title: 'Authenticator app removed' } as Toast,
  passwordChanged: { title: 'Password changed', description: 'Everywhere else you are logged out.' } as Toast,
  nameChanged: { title: 'Name changed' } as Toast,
  sessionEnded: { title: 'Logged out there' } as Toast,
  staffInvited: { title: 'Invitation sent', description: 'The link to set a password works for 7 days.' } as Toast,
  staffChanged: { title: 'Account changed' } as Toast,
} as const;

export const ADMIN_TEXTS = {
  checking: 'Checking authentication...',
  loadingSignups: 'Loading trial signups...',
  signupsFailed: 'Error loading trial signups. Please try again later.',
  noSignups: 'No trial signups have been submitted yet.',
  noMatch: 'No sign-ups match',
  incompleteFailed: 'Error loading trial signups. Please try again.',
  noIncomplete: 'No incomplete trial signups found',
  noMessage: 'No message',
  hiddenMessage: 'Hidden. Open the sign-up and reveal the person.',
  hiddenReasons: 'Hidden. Open the request and reveal the person.',
  hiddenWords: 'Hidden. Reveal the person to read it.',
  accessRequired: 'Access Required',
  accessHint: 'Please log in to view trial signup information',
} as const;

/** The password form of the database page. */
export const DATABASE_TEXTS = {
  gate: 'Administrator authentication required',
  refused: 'Invalid credentials. Please contact admin for database access.',
  notOk: 'Authentication failed. Please contact admin for database access.',
  unreachable: 'Authentication error. Please contact admin for database access.',
  notUnlocked: 'Admin authentication required',
  noSql: 'Direct SQL execution is disabled for security. Please use the admin API endpoints.',
} as const;

/** Values of `error` in the server's responses. */
export const ADMIN_ERRORS = {
  signInFirst: 'Please sign in.',
  notAllowed: 'Your role does not include this.',
  badLogin: 'Invalid username or password',
  passwordsBusy: 'Many people are logging in at this moment. Please wait a few seconds and try again.',
  exportsRunning: 'Other exports are still running. Please try again when one of them has ended.',
  noSuchTrial: 'There is no sign-up with this id.',
  noSuchApplication: 'There is no application with this id.',
  noSuchRequest: 'There is no trial request with this id.',
  requestClosed: 'This request is closed. Reopen it first.',
  noSuchItem: 'There is no such item in the queue.',
  noSuchMail: 'There is no copy of this email.',
  mailNotSentAgain: 'The link in this email may have ended. Send a new link instead.',
  noSuchJob: 'There is no such job. It may have been retried already.',
  noSuchAction: 'There is no such action.',
  nothingStored: 'Nothing is stored under this email.',
  eraseSignup:
    'This person has a sign-up. Erase it on its page, which also erases everything else that is proven to be theirs.',
  choiceChanged: 'What is stored has changed. Look at the records again, and choose anew.',
  nothingChosen: 'Nothing is chosen.',
  erased: 'The person was erased.',
  accountClosed: 'The account is not open.',
  noNewContact: 'No new email or phone waits for its owner.',
  notContacted: 'The sign-up is not marked as contacted.',
  notSuperseded: 'The sign-up is not superseded.',
  trialOver: 'The free trial is over. Send the plan link instead.',
  noSubscription: 'There is no subscription yet.',
  subscriptionEnded: 'The subscription has ended.',
  nothingUnpaid: 'No invoice is unpaid.',
  nothingPaid: 'No invoice is paid.',
  nothingToRefund: 'Nothing is left to refund.',
  disputed: 'The payment is disputed at the bank. It is decided there, not by a refund.',
  disputeLost: 'The dispute of the payment was lost: the bank has given it back.',
  administratorOnly: 'Only an administrator can do this.',
  erasureWaits: 'An erasure of the person waits. Nothing is charged until it is withdrawn.',
  noErasureWaits: 'No erasure is waiting.',
  secondPerson: 'Another member of the team has to approve the erasure, not the one who requested it.',
  administratorApproves: 'The account is open. An administrator has to approve this erasure.',
  alreadyDecided: 'This application is decided already.',
  tooLateToUndo: 'It is too late to undo this decision.',
  secondFactorFirst: 'Add a passkey first. Administrators need one beside their password.',
  badPasskey: 'This passkey could not be taken. Please try again.',
  knownPasskey: 'This passkey is known already.',
  enoughPasskeys: 'You have 10 passkeys. Remove one that you do not use first.',
  noSuchPasskey: 'There is no such passkey. It may have been removed already.',
  ownAccount: 'Another administrator has to change your account.',
  nameTaken: 'A colleague has this name. Add a last name or an initial.',
  accountExists: 'There is an account with this email already.',
  noSuchAccount: 'There is no account with this id.',
  notInThisState: 'The account has changed since. Reload the page.',
  passwordLinkInvalid: 'This link was used already or has expired. Ask an administrator for a new one.',
  lastFactor: 'This is your only second factor, and administrators need one. Add another one first.',
  authenticatorOfferOver: 'This took too long. Start again with your password.',
  noSuchSession: 'There is no such session any more.',
} as const;

/** For the answers and emails that staff write. */
export const WRITING_MESSAGES = {
  answer: 'Please write an answer of at most 5,000 characters',
  words: 'Please write the email in at most 4,000 characters',
} as const;
