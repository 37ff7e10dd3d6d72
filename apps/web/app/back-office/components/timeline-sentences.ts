import {
  civilDay,
  dollars,
  longDate,
  MAIL_KINDS,
  mailKindOf,
  planOf,
  PLANS,
  SIGN_UP_FIELDS,
  type SignUpFieldName,
} from '@lampstand/contracts';
import {
  declineWithin,
  merged,
  REFUND_REASONS,
  type RefundReason,
  type RequestAction,
  type TextDelivery,
  type TimelineEntry,
} from '@lampstand/contracts/back-office';
import {
  type AmbassadorEvent,
  hasTag,
  type SubscriptionEvent,
  type TrialEvent,
  trialSignup,
} from '@lampstand/workflows';
import { DEFAULT_TIME_ZONE } from '../../lib/clock.ts';
import { toAnswer } from '../disputes.ts';
import { stateName } from '../format.ts';
import { causeName } from '../incidents/job-names.ts';

/** Describes a timeline entry in a sentence, with days in `timeZone`. An unknown event or note is shown by its own name. */
export function sentenceOf(
  { kind, name, from, to, detail, text }: TimelineEntry,
  timeZone = DEFAULT_TIME_ZONE,
): string {
  if (kind === 'staff-note') return text ?? '';
  if (kind === 'mail') return mailSentence(name, detail);
  if (kind === 'note') return NOTES[name]?.(detail, timeZone) ?? asSentence(name);
  const sentence = EVENTS[name]?.(detail, timeZone) ?? asSentence(name.replaceAll('.', ' '));
  return hasTag(trialSignup, from ?? '', 'waitsForCard') && hasTag(trialSignup, to ?? '', 'waitsForCode')
    ? `${sentence} Back to ${stateName(to!)}.`
    : sentence;
}

export const actorName = (actor: string): string => ACTORS[actor] ?? actor;

const ACTORS: Record<string, string> = {
  visitor: 'the person',
  support: 'support',
  admin: 'an administrator',
  webhook: 'the payment provider',
  job: 'the server',
};

type Detail = TimelineEntry['detail'];
type Sentence = (detail: Detail, timeZone: string) => string;

/** What happens to a trial request. */
type RequestEvent = `request.${RequestAction | 'take-over' | 'sent' | 'answer'}`;

const TRIAL_EVENTS: Record<TrialEvent['type'], Sentence> = {
  'signup.saved': () => 'The details were saved.',
  'phone.changed': () => 'The phone number was changed and has to be verified.',
  'phone.verified': () => 'The phone was verified.',
  'email.corrected': () => 'The email address was corrected.',
  'link.requested': () => 'The resume link was requested.',
  'visitor.wentQuiet': () => 'The person was away for a while, so a reminder was sent.',
  'plan.selected': (detail) => `A plan was chosen${planIn(detail)}.`,
  'payment.linkRequested': () => 'The payment link was requested.',
  'card.saved': () => 'The card was stored.',
  'card.lost': (detail) => `The stored card was refused permanently${reasonIn(detail)}.`,
  'account.opened': () => 'The account was opened and the trial began.',
  'account.existed': () => 'The person has an account already.',
  'opening.retried': () => 'Opening the account was retried.',
  'signup.cancelled': () => 'The sign-up was canceled.',
};

const SUBSCRIPTION_EVENTS: Record<SubscriptionEvent['type'], Sentence> = {
  'trial.started': () => 'The subscription began with its free trial.',
  'became.trialing': () => 'The subscription is in its free trial again.',
  'became.active': () => 'The free trial is over and the subscription runs.',
  'became.pastDue': () => 'An invoice could not be paid.',
  'became.unpaid': () => 'The payment provider has stopped trying the card.',
  'became.canceled': () => 'The subscription ended.',
};

const AMBASSADOR_EVENTS: Record<AmbassadorEvent['type'], Sentence> = {
  'application.submitted': () => 'The application was submitted.',
  'application.approved': () => 'The application was approved.',
  'application.declined': () => 'The application was declined.',
  'application.withdrawn': () => 'The application was withdrawn.',
};

const REQUEST_EVENTS: Record<RequestEvent, Sentence> = {
  'request.sent': () => 'The request was sent.',
  'request.take': () => 'The request was taken.',
  'request.take-over': () => 'The request was taken over from a colleague.',
  'request.release': () => 'The request was released.',
  'request.answer': () => 'An answer was written.',
  'request.mark-answered': () => 'The request was marked as answered.',
  'request.unmark-answered': () => 'The request was marked as not answered.',
  'request.close': () => 'The request was closed.',
  'request.reopen': () => 'The request was reopened.',
};

const EVENTS: Record<string, Sentence> = merged(
  merged(TRIAL_EVENTS, SUBSCRIPTION_EVENTS),
  merged(AMBASSADOR_EVENTS, REQUEST_EVENTS),
);

const DISPUTES: Record<string, (invoice: string, answer: string) => string> = {
  inquiry: (invoice, answer) => `The bank asked about the payment of invoice ${invoice}. ${answer}`,
  needsResponse: (invoice, answer) =>
    `The payment of invoice ${invoice} was disputed, and the bank took the money back. ${answer}`,
  underReview: (invoice) => `The dispute of invoice ${invoice} was answered. The bank decides.`,
  won: (invoice) => `The dispute of invoice ${invoice} was won: the bank gave the money back.`,
  lost: (invoice) => `The dispute of invoice ${invoice} was lost: the bank gave the money back to the cardholder.`,
};

type UndeliveredText = Exclude<TextDelivery, 'delivered'>;

const UNDELIVERED: Record<UndeliveredText, string> = {
  landline: ': the number is a landline, or its carrier cannot be reached',
  unknownNumber: ': the carrier does not know the number',
  unreachable: ': the phone could not be reached',
  refused: ': the carrier refused it',
  failed: '',
};

const NOTES: Record<string, Sentence> = {
  'code sent': ({ sends, by }) => {
    const what = by === 'call' ? 'A code was sent by a phone call' : 'A code was sent';
    return Number(sends) > 1 ? `${what}, for the ${ordinal(Number(sends))} time.` : `${what}.`;
  },
  'code not sent': ({ status }) => `The code could not be sent${FAILURES[Number(status)] ?? ''}.`,
  'text settled': ({ delivery }) =>
    delivery === 'delivered'
      ? 'The carrier says that the text was delivered.'
      : `The text was not delivered${UNDELIVERED[delivery as UndeliveredText] ?? ''}.`,
  'code wrong': () => 'A wrong code was entered.',
  'code expired': () => 'An expired code was entered.',
  'code refused': () => 'A code was refused after too many wrong codes.',
  'plan selected': (detail) => `A plan was chosen${planIn(detail)}.`,
  'card declined': (detail) => `A card was declined${reasonIn(detail)}.`,
  '3DS abandoned': () => 'The bank’s confirmation was not completed.',
  'card not taken': () => 'A card was confirmed but could not be accepted for this sign-up.',
  'customer gone': () => 'The customer was deleted at the payment provider, so the card form was closed.',
  'card released': () => 'The stored card was released.',
  'opening attempt failed': ({ kind, count }) =>
    `Opening the account failed${Number(count) > 1 ? ` ${count} times` : ''}.${kind ? ` ${causeName(String(kind))}.` : ''}`,
  'plan changed': ({ from, to }) => `The plan was changed from ${planName(from)} to ${planName(to)}.`,
  'price changed': ({ from, to }) =>
    `The price was changed at Stripe from ${dollars(Number(from))} to ${dollars(Number(to))} a month.`,
  'next charge changed': ({ from, to }) =>
    `The next charge was changed at Stripe from ${dollars(Number(from))} to ${dollars(Number(to))}.`,
  'trial end moved': ({ from, to }, zone) =>
    `The end of the trial was moved from ${dayOf(from, zone)} to ${dayOf(to, zone)}.`,
  'invoice retried': ({ code }) =>
    code
      ? `The open invoice was tried again, and the card was declined${reasonIn({ code })}.`
      : 'The open invoice was paid.',
  'refund asked': ({ invoice, amountInCents, reason }) =>
    `A refund of ${dollars(Number(amountInCents))} of invoice ${invoice} was asked for: ${REFUND_REASONS[reason as RefundReason]}.`,
  'refund not made': ({ invoice, amountInCents, code }) =>
    `The refund of ${dollars(Number(amountInCents))} of invoice ${invoice} was not made${reasonIn({ code: code ?? null })}.`,
  'receipt copy requested': ({ invoice }) => `The receipt of invoice ${invoice} was requested for another person.`,
  'receipts email entered': () =>
    'The member entered a second address for receipts; its owner was asked to confirm it.',
  'receipts email confirmed': () => 'The owner of the second address for receipts confirmed it.',
  'receipts email removed': () => 'The member removed the second address for receipts.',
  'receipts email stopped': () => 'The owner of the second address stopped the receipts.',
  refunded: ({ invoice, from, to }) => {
    const amount = dollars(Math.abs(Number(to) - Number(from)));
    return Number(to) > Number(from)
      ? `${amount} of invoice ${invoice} was refunded.`
      : `A refund of ${amount} of invoice ${invoice} failed: the bank sent the money back.`;
  },
  disputed: ({ invoice, state, answerBy }, zone) => {
    const answer = toAnswer(answerBy ? dayOf(answerBy, zone) : null);
    return (
      DISPUTES[String(state)]?.(String(invoice), answer) ?? `The bank’s question about invoice ${invoice} is closed.`
    );
  },
  'cancel requested': () => 'The subscription was canceled.',
  'cancel undone': () => 'The cancellation was undone.',
  'reactivation requested': ({ amountInCents, ...detail }) =>
    `The member asked to start again${planIn(detail)}, for ${dollars(Number(amountInCents))}.`,
  'reactivation refused': ({ reason }) =>
    `The bank refused the card of the new start${reasonIn({ code: reason ?? null })}.`,
  'plan started again': () => 'A new subscription runs, after the end of the one before.',
  'payments paused': ({ until }, zone) =>
    `The payments were paused at Stripe${until ? ` until ${dayOf(until, zone)}` : ''}.`,
  'payments resumed': () => 'The payments go on.',
  'card changed': () => 'The card of the subscription was changed.',
  'card gone': () => 'The card of the subscription was removed.',
  'plan link sent': () => 'The plan link was requested.',
  'mail capped': ({ mail }) =>
    `${mailName(String(mail)) ?? 'An email'}: not sent; the address has reached its daily limit.`,
  'plan links ended': () => 'The plan links were ended.',
  'over plan': ({ activeUsers, upgradeTo }) =>
    `${activeUsers} people were active in a month, more than the plan includes; an upgrade was offered${planIn({ plan: upgradeTo ?? null })}.`,
  'upgrade accepted': (detail) => `The larger plan was accepted${planIn(detail)}.`,
  'email change requested': () => 'A new email was entered; its owner was asked to confirm it.',
  'phone change requested': () => 'A new phone number was entered; the person was asked to confirm it.',
  'new email proven': () => 'The owner of the new email confirmed it.',
  'email change allowed': () => 'The owner of the old email let the new one count at once.',
  'email change refused': () => 'The owner of the old email refused the new one.',
  'email claimed': () => 'The owner of the mailbox said that the account is not theirs.',
  'new email taken': () => 'The new email was forgotten: another account has it by now.',
  'email confirmed': () => 'The new email counts.',
  'phone confirmed': () => 'The new phone number was confirmed by a code.',
  'contact change undone': () => 'The correction of email or phone was undone.',
  'welcome requested': () => 'The welcome mail was requested again.',
  'email proven': () => 'The mailed link was used: the email is the person’s.',
  'browser proven': ({ by }) =>
    `Another browser may read and change the details, ${by === 'code' ? 'by a code' : 'by the mailed link'}.`,
  'details corrected': ({ fields }) => `Details were corrected: ${labelsOf(String(fields))}.`,
  'reminders stopped': () => 'The person stopped the reminders.',
  'decision taken': ({ decision }) => `It was decided to ${decision} the application.`,
  'decision undone': () => 'The decision was undone before it was mailed.',
  superseded: ({ by }) => `Superseded by sign-up ${by}.`,
  'superseded undone': ({ by }) => `No longer superseded by sign-up ${by}.`,
  'personal data revealed': () => 'The personal data was revealed.',
  contacted: () => 'Marked as contacted.',
  'contacted undone': () => 'No longer marked as contacted.',
  'erasure requested': () => 'The erasure was requested.',
  'erasure undone': () => 'The erasure was undone.',
  'erasure begun': () => 'The erasure began.',
  'person erased': () => 'The person was erased.',
};

const FAILURES: Record<number, string> = {
  400: ' to this number: it cannot receive our text messages',
  429: ' to this number: the limit is reached',
  503: ': the text message provider failed',
};

const mailName = (name: string): string | undefined => {
  const kind = mailKindOf(name);
  return kind && MAIL_KINDS[kind].label;
};

function mailSentence(name: string, { outcome = 'sent', mail }: Detail): string {
  const kind = String(mail ?? name);
  const what = mailName(kind) ?? `Mail "${kind}"`;
  if (outcome === 'sent') return `${what} was mailed${mail ? ' again' : ''}.`;
  return outcome === 'bounced' ? `${what} came back.` : `${what}: ${String(outcome)}.`;
}

/** "churchName, churchCity" -> "church, city" */
const labelsOf = (fields: string) =>
  fields
    .split(', ')
    .map((name) => SIGN_UP_FIELDS[name as SignUpFieldName].label.toLowerCase())
    .join(', ');
const reasonIn = ({ code }: Detail) => (code ? `: ${declineWithin(String(code))}` : '');
const planIn = ({ plan }: Detail) =>
  PLANS.some(({ id }) => id === plan) ? `: ${planOf(plan as never).range} users` : '';
const planName = (id: Detail[string] = null) => {
  const plan = PLANS.find((each) => each.id === id);
  return plan ? `${plan.range} users` : 'another plan';
};
const dayOf = (at: Detail[string] = null, timeZone: string) => longDate(civilDay(new Date(String(at)), timeZone));
const ordinal = (count: number) => ({ 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' })[count] ?? `${count}th`;
const asSentence = (words: string) => `${words.replace(/^./, (first) => first.toUpperCase())}.`;
