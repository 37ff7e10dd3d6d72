import { MAIL_KINDS, type MailQueue } from '@lampstand/contracts';
import {
  ambassadorApplication,
  type AmbassadorEffect,
  effectsOf,
  type TrialEffect,
  trialSignup,
} from '@lampstand/workflows';

/** Labels of the queues; a queue without a label is shown by its own name. */
const EFFECTS: Record<Exclude<TrialEffect | AmbassadorEffect, MailQueue>, string> = {
  dropOldCode: 'Dropping an old code',
  supersedeOlderTrials: 'Superseding older sign-ups',
  cancelSetupIntent: 'Closing a card form',
  openAccount: 'Opening an account',
  announceAccount: 'Telling the dashboard of an account',
  deleteCustomer: 'Releasing a card',
};
/** Of a sign-up, and no effects of its chart. */
const OTHERS: Record<string, string> = {
  erasePerson: 'Erasing a person',
  eraseSignUp: 'Erasing a sign-up',
  pausePayments: 'Pausing or resuming payments',
  updateCustomer: 'Changing email and phone at Stripe',
  voidOpenInvoices: 'Withdrawing open invoices',
};
const MAILS: Record<string, string> = Object.fromEntries(
  Object.values(MAIL_KINDS).map(({ queue, job }) => [queue, job]),
);
const LABELS: Record<string, string> = { ...EFFECTS, ...MAILS, ...OTHERS };

export const jobName = (queue: string): string => LABELS[queue] ?? queue;

/** The page of the sign-up or application the job belongs to. */
export function subjectPath({ queue, subjectId }: { queue: string; subjectId: string }): string | undefined {
  if (queue in OTHERS || effectsOf(trialSignup).includes(queue)) return `/trials/${subjectId}`;
  return effectsOf(ambassadorApplication).includes(queue) ? `/admin/ambassadors/${subjectId}` : undefined;
}

/** The provider that the jobs of a queue call. */
export function providerOf(queue: string): string {
  if (queue in MAILS) return 'The mail server';
  if (queue === 'dropOldCode') return 'Twilio';
  return /^(announce|close|reopen)/.test(queue) ? 'The dashboard' : 'Stripe';
}

/** What support tells a caller whose job of the queue fails. */
export function sayToCaller(queue: string): string {
  if (queue === 'openAccount')
    return 'Your card is stored and nothing was charged. Your account opens by itself, and an email confirms it.';
  if (queue in MAILS) return 'Our emails are late. They are sent by themselves.';
  return 'Nothing is lost. We repeat it by ourselves until it works.';
}

/** How the errors of jobs begin, or what is in them. */
const CAUSES: [RegExp, string][] = [
  [/PriceUnavailable/, 'A price is missing at Stripe'],
  [/^Stripe(Connection|API)Error|PaymentFailed/, 'Stripe does not answer'],
  [/RateLimit|\b429\b/, 'Too many calls at once'],
  [/EENVELOPE/, 'The mail server refuses the address'],
  [/\bE[A-Z_]{3,}\b|\b5\d\d\b/, 'No answer'],
  [/heartbeat/, 'The server stopped during the work'],
  [/^handler execution exceeded/, 'It took too long'],
];

/** "Stripe does not answer", of "PaymentFailed". */
export const causeName = (error: string): string =>
  CAUSES.find(([pattern]) => pattern.test(error))?.[1] ?? 'An error in our program';
