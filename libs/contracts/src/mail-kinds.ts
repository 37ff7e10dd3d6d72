type TrialPart =
  | 'trial'
  | 'subscription'
  | 'reminder'
  | 'trial end'
  | 'change'
  | 'month'
  | 'invoice'
  | 'try'
  | 'amount'
  | 'copy'
  | 'expiry'
  | 'erasure'
  | 'administrator';

/** A kind of transactional mail. Its key in `sent_mails` is the kind and what it is sent once for: `receipt:in_…`. */
interface MailKind {
  /** Beginning of its sentence in the timeline: "The receipt was mailed." */
  label: string;
  to:
    | 'visitor'
    | 'customer'
    | 'customer at another address'
    | 'applicant'
    | 'requester'
    | 'subscriber'
    | 'staff'
    | 'recipient of the mail'
    | 'another person';
  /** The parts of the key after the kind. A mail of an earlier key is not sent again. */
  oncePer: readonly (TrialPart | 'job' | 'application' | 'request' | 'answer' | 'digest' | 'mail' | 'entry')[];
  /** Limits per address, one of which each sending uses: anyone can cause this mail for any address. */
  caps?: readonly string[];
  /** Which typed words it repeats. */
  repeats: 'nothing' | 'first name' | 'first name, if the phone is proven' | 'everything';
  /** The queue of the job that sends it, and the job's name among the dead jobs. */
  queue: string;
  job: string;
}

const TO_VISITOR = {
  to: 'visitor',
  oncePer: ['job'],
  caps: ['unprovenMailsPerEmail', 'provenMailsPerEmail', 'supportMailsPerEmail'],
  repeats: 'first name, if the phone is proven',
} as const;
const TO_CUSTOMER = { to: 'customer', repeats: 'first name' } as const;
const PER_JOB = { ...TO_CUSTOMER, oncePer: ['job'] } as const;
/** To an address of a member that is not the account's: not yet, or no longer. */
const TO_OTHER_ADDRESS = { to: 'customer at another address', repeats: 'first name' } as const;
const NOTICE = {
  ...TO_CUSTOMER,
  oncePer: ['trial', 'trial end'],
  queue: 'sendTrialNotice',
  job: 'Mailing a notice of the end of a trial',
} as const;
const OF_INVOICE = { ...TO_CUSTOMER, oncePer: ['invoice'] } as const;
/** To the member's second address for receipts, by the job of the member's own mail. */
const TO_TREASURER = { to: 'another person', oncePer: ['invoice'], repeats: 'everything' } as const;

/** One for each change that a sync of the subscription found; `change` is the number of the sync. */
const OF_CHANGE = { ...TO_CUSTOMER, oncePer: ['trial', 'change'] } as const;

/** Every mail that the product sends. Sending, timeline, dead jobs, queues, invariants and docs/mails.md follow from it. */
export const MAIL_KINDS = {
  'signup-saved': {
    ...TO_VISITOR,
    label: 'The link after the first save',
    oncePer: ['trial'],
    repeats: 'nothing',
    queue: 'sendSignupSaved',
    job: 'Mailing that a sign-up is saved',
  },
  reminder: {
    ...TO_VISITOR,
    label: 'The reminder to go on',
    oncePer: ['trial', 'reminder'],
    queue: 'sendReminder',
    job: 'Mailing a reminder',
  },
  resume: {
    ...TO_VISITOR,
    label: 'The link to go on',
    caps: [...TO_VISITOR.caps, 'ownLinksPerEmail'],
    queue: 'sendResumeLink',
    job: 'Mailing the resume link',
  },
  'payment-link': {
    ...TO_VISITOR,
    label: 'The link to the payment page',
    queue: 'sendPaymentLink',
    job: 'Mailing the payment link',
  },
  'card-needed': {
    ...TO_VISITOR,
    label: 'The request for another card',
    queue: 'sendCardNeeded',
    job: 'Asking for another card',
  },
  welcome: {
    ...TO_CUSTOMER,
    label: 'The welcome mail',
    oncePer: ['trial'],
    queue: 'sendWelcomeMail',
    job: 'Mailing the welcome',
  },
  'welcome-again': {
    ...PER_JOB,
    label: 'The welcome, sent again',
    queue: 'sendWelcomeAgain',
    job: 'Mailing the welcome again',
  },
  'email-confirmation': {
    ...TO_OTHER_ADDRESS,
    label: 'The link to confirm the new email',
    oncePer: ['job'],
    queue: 'sendEmailConfirmation',
    job: 'Mailing the link to confirm a new email',
  },
  'email-notice': {
    ...PER_JOB,
    label: 'The word to the old address that a new email was entered',
    queue: 'sendEmailNotice',
    job: 'Telling the old address that a new email was entered',
  },
  'email-taken': {
    label: 'The word to the owner of the address that it has an account',
    to: 'visitor',
    oncePer: ['job'],
    caps: ['takenMailsPerEmail'],
    repeats: 'nothing',
    queue: 'sendEmailTaken',
    job: 'Telling the owner of an address that it has an account',
  },
  'phone-confirmation': {
    ...PER_JOB,
    label: 'The link for the new phone',
    queue: 'sendPhoneConfirmation',
    job: 'Mailing the link for a new phone',
  },
  'email-changed': {
    ...TO_OTHER_ADDRESS,
    label: 'The word to the old address that the email has changed',
    oncePer: ['trial', 'change'],
    queue: 'sendEmailChanged',
    job: 'Telling the old address that the email has changed',
  },
  'trial-notice-7': { ...NOTICE, label: 'The notice 7 days before the end of the trial' },
  'trial-notice-1': { ...NOTICE, label: 'The notice a day before the end of the trial' },
  'plan-cancelled': {
    ...OF_CHANGE,
    label: 'The confirmation of the cancellation',
    queue: 'sendPlanCancelled',
    job: 'Confirming a cancellation',
  },
  'plan-kept': {
    ...OF_CHANGE,
    label: 'The confirmation that the plan continues',
    queue: 'sendPlanKept',
    job: 'Confirming that a plan continues',
  },
  'plan-changed': {
    ...OF_CHANGE,
    label: 'The confirmation of the new plan',
    queue: 'sendPlanChanged',
    job: 'Confirming a new plan',
  },
  'price-changed': {
    ...OF_CHANGE,
    label: 'The word that the price has changed',
    queue: 'sendPriceChanged',
    job: 'Mailing that a price has changed',
  },
  'trial-moved': {
    ...OF_CHANGE,
    label: 'The confirmation of the new end of the trial',
    queue: 'sendTrialMoved',
    job: 'Confirming the new end of a trial',
  },
  'card-removed': {
    ...OF_CHANGE,
    label: 'The word that the card was removed',
    queue: 'sendCardRemoved',
    job: 'Mailing that a card was removed',
  },
  'card-expiring': {
    ...TO_CUSTOMER,
    oncePer: ['trial', 'expiry'],
    label: 'The word that the card expires',
    queue: 'sendCardExpiring',
    job: 'Mailing that a card expires',
  },
  'card-changed': {
    ...OF_CHANGE,
    label: 'The confirmation of the new card',
    queue: 'sendCardChanged',
    job: 'Confirming a new card',
  },
  'subscription-ended': {
    ...TO_CUSTOMER,
    label: 'The word that the subscription has ended',
    oncePer: ['trial', 'subscription'],
    queue: 'sendSubscriptionEnded',
    job: 'Mailing that a subscription has ended',
  },
  reactivated: {
    ...TO_CUSTOMER,
    label: 'The word that the plan runs again',
    oncePer: ['trial', 'subscription'],
    queue: 'sendReactivated',
    job: 'Mailing that a plan runs again',
  },
  'plan-link': {
    ...PER_JOB,
    label: 'The link to the plan',
    caps: ['planMailsPerEmail', 'supportMailsPerEmail'],
    queue: 'sendPlanLink',
    job: 'Mailing the link to a plan',
  },
  'upgrade-request': {
    ...TO_CUSTOMER,
    label: 'The request for a larger plan',
    oncePer: ['trial', 'month'],
    queue: 'sendUpgradeRequest',
    job: 'Asking for a larger plan',
  },
  invoice: { ...OF_INVOICE, label: 'The invoice', queue: 'sendInvoice', job: 'Mailing an invoice' },
  receipt: { ...OF_INVOICE, label: 'The receipt', queue: 'sendReceipt', job: 'Mailing a receipt' },
  'receipt-copy': {
    label: 'The receipt for another person',
    to: 'another person',
    oncePer: ['invoice', 'copy'],
    repeats: 'everything',
    queue: 'sendReceiptCopy',
    job: 'Mailing a receipt to another person',
  },
  'receipts-confirmation': {
    label: 'The link to confirm the second address for receipts',
    to: 'another person',
    oncePer: ['job'],
    caps: ['receiptsMailsPerEmail'],
    repeats: 'first name, if the phone is proven',
    queue: 'sendReceiptsConfirmation',
    job: 'Mailing the link to confirm a second address for receipts',
  },
  'treasurer-invoice': {
    ...TO_TREASURER,
    label: 'The invoice to the second address',
    queue: 'sendInvoice',
    job: 'Mailing an invoice',
  },
  'treasurer-receipt': {
    ...TO_TREASURER,
    label: 'The receipt to the second address',
    queue: 'sendReceipt',
    job: 'Mailing a receipt',
  },
  'treasurer-refund': {
    ...TO_TREASURER,
    label: 'The word to the second address that a payment was refunded',
    oncePer: ['invoice', 'amount'],
    queue: 'sendRefund',
    job: 'Mailing that a payment was refunded',
  },
  'payment-failed': {
    ...TO_CUSTOMER,
    oncePer: ['invoice', 'try'],
    label: 'The word that a payment failed',
    queue: 'sendPaymentFailed',
    job: 'Mailing that a payment failed',
  },
  refund: {
    ...TO_CUSTOMER,
    oncePer: ['invoice', 'amount'],
    label: 'The word that a payment was refunded',
    queue: 'sendRefund',
    job: 'Mailing that a payment was refunded',
  },
  'application-received': {
    label: 'The confirmation of the application',
    to: 'applicant',
    oncePer: ['application'],
    caps: ['applicationMailsPerEmail'],
    repeats: 'nothing',
    queue: 'sendApplicationReceived',
    job: 'Confirming an application',
  },
  'application-decision': {
    label: 'The decision',
    to: 'applicant',
    oncePer: ['application'],
    repeats: 'first name',
    queue: 'sendDecision',
    job: 'Mailing a decision',
  },
  'trial-request-received': {
    label: 'The confirmation of the request',
    to: 'requester',
    oncePer: ['request'],
    caps: ['applicationMailsPerEmail'],
    repeats: 'nothing',
    queue: 'sendTrialRequestReceived',
    job: 'Confirming a trial request',
  },
  'trial-request-for-staff': {
    label: 'The trial requests to our team',
    to: 'staff',
    oncePer: ['digest'],
    repeats: 'everything',
    queue: 'sendTrialRequestToStaff',
    job: 'Mailing trial requests to our team',
  },
  'trial-request-answer': {
    label: 'The answer to the request',
    to: 'requester',
    oncePer: ['request', 'answer'],
    repeats: 'first name',
    queue: 'sendTrialRequestAnswer',
    job: 'Mailing the answer to a trial request',
  },
  'sent-again': {
    label: 'The repeated mail',
    to: 'recipient of the mail',
    oncePer: ['mail', 'job'],
    repeats: 'first name',
    queue: 'sendMailAgain',
    job: 'Sending a mail again',
  },
  'staff-password-link': {
    label: 'The link to set a password',
    to: 'staff',
    oncePer: ['job'],
    repeats: 'nothing',
    queue: 'sendPasswordLink',
    job: 'Mailing the link to set a password',
  },
  'staff-notice': {
    label: 'The word about one’s own sign-in',
    to: 'staff',
    oncePer: ['entry'],
    repeats: 'nothing',
    queue: 'sendStaffNotice',
    job: 'Telling a member of staff about their sign-in',
  },
  'erasure-requested': {
    label: 'The request to approve an erasure',
    to: 'staff',
    oncePer: ['trial', 'erasure', 'administrator'],
    repeats: 'nothing',
    queue: 'sendErasureRequested',
    job: 'Asking administrators to approve an erasure',
  },
  'newsletter-requested': {
    label: 'The confirmation of the newsletter',
    to: 'subscriber',
    oncePer: ['job'],
    caps: ['newsletterMailsPerEmail'],
    repeats: 'nothing',
    queue: 'answerSubscription',
    job: 'Answering a newsletter subscription',
  },
  'newsletter-welcome': {
    label: 'The welcome to the newsletter',
    to: 'subscriber',
    oncePer: ['job'],
    repeats: 'nothing',
    queue: 'sendNewsletterWelcome',
    job: 'Mailing the welcome to the newsletter',
  },
} as const satisfies Record<string, MailKind>;
