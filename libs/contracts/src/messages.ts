import type { Toast } from './inline-messages.ts';

/** Every error and success message that users see: one catalog for browser and server. */

export const FIELD_MESSAGES = {
  name: 'Name must be at least 2 characters',
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  phoneUs: 'This is a number of another country. Please enter a US phone number',
  churchName: 'Church name is required',
  ministryName: 'Ministry name is required',
  churchCity: 'Church city is required',
  churchState: 'Church state is required',
  position: 'Please select your position',
  churchSize: 'Please select your church size',
  gender: 'Please select your gender',
  birthdate: 'Please select your birthdate',
  people: 'Please enter a number, for example 30',
  birthYearDigits: 'Please enter all four digits of the year',
  birthYear: 'Please check the year of your birthdate',
  birthDay: 'Please check the month and the day of your birthdate',
  age: 'You must be at least 18 years old.',
  tooLong: 'Please shorten this text',
  link: 'Please leave out links and email addresses',
  hiddenCharacters: 'This text has hidden characters. Please type it again',
  code: 'Please enter the 6-digit verification code',
  plan: 'Please select a plan',
  amount: 'Please enter an amount, for example 19.99',
  reason: 'Please choose a reason',
  capitals: 'Please type the word in capital letters',
  required: 'Required',
  invalid: 'Invalid input',
  phoneTaken: 'Account already exists for this phone.',
  emailTaken: 'Account already exists for this email.',
} as const;

/** Messages of the ambassador application and the trial request that differ from the sign-up's. */
export const APPLICATION_MESSAGES = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  churchCity: 'City is required',
  churchState: 'State is required',
  position: 'Your role/position is required',
  yearsInMinistry: 'Please select years in ministry',
  whyInterested: 'Please share more about your interest (minimum 20 characters)',
} as const;

export const UNEXPECTED = 'An unexpected error occurred. Please try again or contact support.';

const SUPPORT = 'Please contact support if you need assistance accessing your account.';

/** Values of `error` in the server's responses. */
export const ERRORS = {
  unexpected: UNEXPECTED,
  invalid: 'Please check the marked fields and try again.',
  notJson: 'Send the request as JSON.',
  notForm: 'Please use the form on the page.',
  tooLarge: 'The request is too large.',
  foreignOrigin: 'This request did not come from our site.',
  notFound: 'Not found',
  trialNotFound: 'We could not find this sign-up. Please start again or contact support.',
  phoneTaken: `An account with this phone number already exists. ${SUPPORT}`,
  emailTaken: `An account with this email or phone number already exists. ${SUPPORT}`,
  database: 'Unable to verify account status. Please try again later or contact support.',
  signupFailed: 'Failed to create trial signup',
  keyReused: 'This form was sent before with other answers. Please reload the page and send it again.',
  tooManyRequests: 'Too many attempts. Please wait a little and try again.',
  phoneUnreachable: 'We cannot send a text message to this number. Please use another number or contact support.',
  codeNotSent: 'Please try again or contact support',
  codeWrong: 'Please check the code and try again',
  codeExpired: 'This code has expired. Please request a new one.',
  codesUsedUp:
    'This number has had its codes for today. Please use another number, or have the link emailed to you and finish later.',
  codesBusy:
    'We are getting many requests for codes right now. Let us check your browser first, or have the link emailed to you and go on from there.',
  codesAllSent:
    'All codes of today have been sent. Please go on tomorrow with the link in your inbox, or contact support.',
  linksUsedUp:
    'We cannot email another link now. Please look for one that we have sent, also among spam, or contact support.',
  receiptsOwnEmail: 'This is the address of your account, where your receipts go already.',
  linkJustSent: 'We have just sent the link. Please look into your inbox first.',
  codeTooMany: 'Too many wrong codes. Please wait until the code has expired, then request a new one.',
  phoneNotVerified: 'Please verify your phone number first.',
  alreadyVerified: 'Your phone number is already verified.',
  prove:
    'We change this only in a browser that we know. Please open the link that we email to you, or confirm your phone, and try again.',
  outOfOrder: 'This step is not available for this sign-up. Please reload the page.',
  cancelled: 'This sign-up was canceled. Please start again or contact support.',
  checkout: 'We could not prepare the card form. Please try again or contact support.',
  notSelling: 'Sign-ups are paused for a moment. Please try again later or contact support.',
  cardNotConfirmed: 'We could not confirm your card. Please try again or contact support.',
  startedElsewhere:
    'Another plan was agreed to in another tab or before a reload. Nothing was charged; please check the plan and enter the card again.',
  offerChanged:
    'The date or the price on this page was out of date. Nothing was charged; please check it and press again.',
  cardFormOver: 'This card form can no longer be used. Nothing was charged; please enter your card again.',
  cardUnusable: 'Your card could not be used. Please enter another card.',
  planUnavailable: 'This plan is not available. Please choose another plan.',
  openingPending: 'We are still opening your account. Please contact support if you do not hear from us soon.',
  sessionMissing: 'Missing session information. Please contact support.',
  sessionUnknown: 'Something went wrong. Please contact support.',
  linkInvalid: 'This link no longer works. Please ask for a new one.',
  planOver: 'This subscription has ended. Your plan page shows how to start again.',
  planRuns: 'Your plan runs already. Please reload the page.',
  phoneUnproven: 'Please confirm your phone again.',
  cardMissing: 'Please add a card first.',
  cardChanged: 'The card has changed since this page showed it. Please look at it again.',
  cardRefused: (reason?: string) =>
    `Your bank refused the card${reason ? ` (${reason})` : ''}. Nothing was charged. Please try another card.`,
  erasureRequested: 'You asked us to erase your data. To keep your account, write to us first.',
  previewOver: 'The amount may have changed since this page showed it. Please look at it again.',
  upgradeOver: 'Your plan has changed since we asked for a larger one. Please choose a plan below.',
  paymentAway: 'Our payment provider cannot be reached. Please try again in a moment; nothing is done twice.',
} as const;

const failure = (title: string, description?: string, duration?: number): Toast => ({
  title,
  variant: 'destructive',
  ...(description && { description }),
  ...(duration && { duration }),
});

/** Toasts of the sign-up, of the two return pages and of the two applications. */
export const TOASTS = {
  ageRequirement: (product: string): Toast =>
    failure('Age Requirement', `You must be at least 18 years old to sign up for ${product}.`, 6000),
  phoneTaken: { ...failure('Account Already Exists', ERRORS.phoneTaken), member: true } as Toast,
  accountTaken: { ...failure('Account Already Exists', ERRORS.emailTaken), member: true } as Toast,
  systemError: failure('System Error', ERRORS.database),
  signupFailed: (message?: string): Toast => failure('Error', message || ERRORS.signupFailed),
  codeSent: { title: 'Verification code sent!' } as Toast,
  codeStillValid: { title: 'The last code is still valid.' } as Toast,
  codeResent: { title: 'Verification code resent!' } as Toast,
  codeCalled: { title: 'We are calling you with the code' } as Toast,
  codeNotSent: failure('Failed to send verification code', ERRORS.codeNotSent),
  codeNotResent: failure('Failed to resend verification code', ERRORS.codeNotSent),
  codeInvalid: failure('Invalid verification code', ERRORS.codeWrong),
  phoneVerified: { title: 'Phone verified!' } as Toast,
  emailCorrected: { title: 'Email address updated', description: 'We email the link to it now.' } as Toast,
  detailsCorrected: { title: 'Details updated' } as Toast,
  linkSent: { title: 'Link sent', description: 'Check your inbox for the link to finish your sign-up.' } as Toast,
  missingTrial: failure('Missing trial information', 'Please start again or contact support.'),
  loadFailed: failure('Error loading trial data', 'Please try again or contact support.'),
  checkoutError: (message?: string): Toast => failure('Checkout Error', message || ERRORS.checkout),
  paymentError: (message: string): Toast => failure('Payment Error', message),
  creationFailed: failure(
    'Account Creation Failed',
    'Your payment method was processed, but we could not create your account. Please contact support.',
    8000,
  ),
  accountCreated: { title: 'Success!', description: 'Your account has been created.', duration: 4000 } as Toast,
  accountAccess: { title: 'Account Access', description: 'You already have an account', duration: 5000 } as Toast,
  trialStarted: { title: 'Trial started!', description: 'Your 30-day free trial is active.' } as Toast,
  checkoutDone: { title: 'Success!', description: 'Your trial has been activated and account created.' } as Toast,
  checkoutFailed: (message: string): Toast => failure('Error processing checkout', message),
  applicationSubmitted: {
    title: 'Application submitted!',
    description: 'We’ll review your application and get back to you soon.',
  } as Toast,
  requestSent: { title: 'Request sent!', description: 'We will answer you by email.' } as Toast,
  notSubmitted: failure('Something went wrong', 'Please try again or contact our support team.'),
} as const;

/** The three-state page after a hosted checkout or a bank's redirect. */
export const CHECKOUT_MESSAGES = {
  sessionMissing: ERRORS.sessionMissing,
  trialMissing: 'Missing trial information',
  wentWrong: 'Something went wrong. Please contact support.',
  failed: 'Failed to process checkout',
  heading: 'Something Went Wrong',
  fallback: 'We couldn’t process your trial activation. Please try again or contact support.',
  paymentError: 'Payment Error',
} as const;

/** The heading of a page behind a link of a mail that is forged, old or taken back. */
export const LINK_INVALID = 'This link no longer works';

/** The newsletter box. */
export const NEWSLETTER_MESSAGES = {
  checkInbox: 'Check your inbox to confirm',
  failed: UNEXPECTED,
} as const;

/** Results of the actions on /plan. */
export const PLAN_MESSAGES = {
  linkRequested: 'If there is an account with this address, a link is on its way.',
  changed: { title: 'Plan changed' } as Toast,
  cancelled: { title: 'Your plan is canceled', description: 'You can take it back until it ends.' } as Toast,
  kept: { title: 'Your plan continues' } as Toast,
  accepted: { title: 'New plan accepted', description: 'It is billed from the next month on.' } as Toast,
  receiptsRemoved: { title: 'Address removed', description: 'Receipts go to your email address only.' } as Toast,
  cardWaiting: 'Your card is saved. One moment until it shows here…',
  cardUpdated: (card: string): string => `Your card is updated: ${card} pays from now on.`,
  cardSlow: 'Your card is saved. If it does not show here in a minute, reload the page.',
  reactivated: { title: 'Welcome back', description: 'Your plan runs again.' } as Toast,
  notDone: (message?: string): Toast => failure('Nothing was changed', message || UNEXPECTED),
  notOpened: 'Please try again in a moment, or contact support.',
} as const;
