import type { MailKindName, MailQueue } from '@lampstand/contracts/back-office';
import type { LimitName } from '../limits/limits.ts';

type TrialPart = 'trial' | 'reminder' | 'trial end' | 'change' | 'month' | 'invoice';

/** A kind of transactional mail. Its key in `sent_mails` is the kind and what it is sent once for: `receipt:in_…`. */
interface MailKind {
  to: 'visitor' | 'customer' | 'applicant' | 'requester' | 'subscriber' | 'staff' | 'recipient of the mail';
  /** The parts of the key after the kind. A mail of an earlier key is not sent again. */
  oncePer: readonly (TrialPart | 'job' | 'application' | 'request' | 'answer' | 'mail')[];
  /** Limits per address, one of which each sending uses: anyone can cause this mail for any address. */
  caps?: readonly LimitName[];
  /** Which typed words it repeats. */
  repeats: 'nothing' | 'first name' | 'first name, if the phone is proven' | 'everything';
  /** The queue of the job that sends it. */
  queue: MailQueue;
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
const TO_OTHER_ADDRESS = { to: 'visitor', repeats: 'first name' } as const;
const NOTICE = { ...TO_CUSTOMER, oncePer: ['trial', 'trial end'], queue: 'sendTrialNotice' } as const;
const OF_INVOICE = { ...TO_CUSTOMER, oncePer: ['invoice'] } as const;

/** One for each change that a sync of the subscription found; `change` is the number of the sync. */
const OF_CHANGE = { ...TO_CUSTOMER, oncePer: ['trial', 'change'] } as const;

/** Every mail that the product sends. Sending, invariants and docs/mails.md follow from it. */
export const MAIL_KINDS = {
  'signup-saved': { ...TO_VISITOR, oncePer: ['trial'], repeats: 'nothing', queue: 'sendSignupSaved' },
  reminder: { ...TO_VISITOR, oncePer: ['trial', 'reminder'], queue: 'sendReminder' },
  resume: { ...TO_VISITOR, queue: 'sendResumeLink' },
  'payment-link': { ...TO_VISITOR, queue: 'sendPaymentLink' },
  'card-needed': { ...TO_VISITOR, queue: 'sendCardNeeded' },
  welcome: { ...TO_CUSTOMER, oncePer: ['trial'], queue: 'sendWelcomeMail' },
  'welcome-again': { ...PER_JOB, queue: 'sendWelcomeAgain' },
  'email-confirmation': { ...TO_OTHER_ADDRESS, oncePer: ['job'], queue: 'sendEmailConfirmation' },
  'phone-confirmation': { ...PER_JOB, queue: 'sendPhoneConfirmation' },
  'email-changed': { ...TO_OTHER_ADDRESS, oncePer: ['trial', 'change'], queue: 'sendEmailChanged' },
  'trial-notice-7': NOTICE,
  'trial-notice-1': NOTICE,
  'plan-cancelled': { ...OF_CHANGE, queue: 'sendPlanCancelled' },
  'plan-kept': { ...OF_CHANGE, queue: 'sendPlanKept' },
  'plan-changed': { ...OF_CHANGE, queue: 'sendPlanChanged' },
  'card-changed': { ...OF_CHANGE, queue: 'sendCardChanged' },
  'subscription-ended': { ...TO_CUSTOMER, oncePer: ['trial'], queue: 'sendSubscriptionEnded' },
  'plan-link': { ...PER_JOB, caps: ['planMailsPerEmail'], queue: 'sendPlanLink' },
  'upgrade-request': { ...TO_CUSTOMER, oncePer: ['trial', 'month'], queue: 'sendUpgradeRequest' },
  invoice: { ...OF_INVOICE, queue: 'sendInvoice' },
  receipt: { ...OF_INVOICE, queue: 'sendReceipt' },
  'payment-failed': { ...OF_INVOICE, queue: 'sendPaymentFailed' },
  'application-received': {
    to: 'applicant',
    oncePer: ['application'],
    caps: ['applicationMailsPerEmail'],
    repeats: 'nothing',
    queue: 'sendApplicationReceived',
  },
  'application-decision': { to: 'applicant', oncePer: ['application'], repeats: 'first name', queue: 'sendDecision' },
  'trial-request-received': {
    to: 'requester',
    oncePer: ['request'],
    caps: ['applicationMailsPerEmail'],
    repeats: 'nothing',
    queue: 'sendTrialRequestReceived',
  },
  'trial-request-for-staff': {
    to: 'staff',
    oncePer: ['request'],
    repeats: 'everything',
    queue: 'sendTrialRequestToStaff',
  },
  'trial-request-answer': {
    to: 'requester',
    oncePer: ['request', 'answer'],
    repeats: 'first name',
    queue: 'sendTrialRequestAnswer',
  },
  'sent-again': {
    to: 'recipient of the mail',
    oncePer: ['mail', 'job'],
    repeats: 'first name',
    queue: 'sendMailAgain',
  },
  'staff-password-link': { to: 'staff', oncePer: ['job'], repeats: 'nothing', queue: 'sendPasswordLink' },
  'newsletter-asked': {
    to: 'subscriber',
    oncePer: ['job'],
    caps: ['newsletterMailsPerEmail'],
    repeats: 'nothing',
    queue: 'answerSubscription',
  },
  'newsletter-welcome': { to: 'subscriber', oncePer: ['job'], repeats: 'nothing', queue: 'sendNewsletterWelcome' },
} as const satisfies Record<MailKindName, MailKind>;
