import { MAIL_KINDS, mailKindOf, planOf, PLANS, SIGN_UP_FIELDS, type SignUpFieldName } from '@lampstand/contracts';
import type { TimelineEntry } from '@lampstand/contracts/back-office';
import {
  type AmbassadorEvent,
  hasTag,
  type SubscriptionEvent,
  type TrialEvent,
  trialSignup,
} from '@lampstand/workflows';
import { stateName } from '../format.ts';

/** Describes a timeline entry in a sentence. An unknown event or note is shown by its own name. */
export function sentenceOf({ kind, name, from, to, detail, text }: TimelineEntry): string {
  if (kind === 'staff-note') return text ?? '';
  if (kind === 'mail') return mailSentence(mailName(name) ?? `Mail "${name}"`, String(detail['outcome'] ?? 'sent'));
  if (kind === 'note') return NOTES[name]?.(detail) ?? asSentence(name);
  const sentence = EVENTS[name as keyof typeof EVENTS]?.(detail) ?? asSentence(name.replaceAll('.', ' '));
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
type Sentence = (detail: Detail) => string;

const EVENTS: Record<TrialEvent['type'] | SubscriptionEvent['type'] | AmbassadorEvent['type'], Sentence> = {
  'signup.saved': () => 'The details were saved.',
  'phone.changed': () => 'The phone number was changed; it has to be proven anew.',
  'phone.verified': () => 'The phone was proven.',
  'email.corrected': () => 'The email address was corrected.',
  'link.requested': () => 'The link to go on was asked for.',
  'visitor.wentQuiet': () => 'Nothing was heard for a while, so the link to go on is mailed.',
  'plan.selected': (detail) => `A plan was chosen${planIn(detail)}.`,
  'payment.linkRequested': () => 'The link to the payment page was asked for.',
  'card.saved': () => 'The card was stored.',
  'card.lost': (detail) => `The stored card was refused for good${codeIn(detail)}.`,
  'account.opened': () => 'The account was opened and the trial began.',
  'account.existed': () => 'The person has an account already.',
  'opening.retried': () => 'Opening the account was begun anew.',
  'signup.cancelled': () => 'The sign-up was cancelled.',
  'trial.started': () => 'The subscription began with its free trial.',
  'became.trialing': () => 'The subscription is in its free trial again.',
  'became.active': () => 'The free trial is over and the subscription runs.',
  'became.pastDue': () => 'An invoice could not be paid.',
  'became.unpaid': () => 'The payment provider has stopped trying the card.',
  'became.canceled': () => 'The subscription ended.',
  'application.submitted': () => 'The application was submitted.',
  'review.started': () => 'The review was started.',
  'application.approved': () => 'The application was approved.',
  'application.declined': () => 'The application was declined.',
  'application.withdrawn': () => 'The application was withdrawn.',
};

const NOTES: Record<string, Sentence> = {
  'code sent': ({ sends, by }) => {
    const what = by === 'call' ? 'A code was read out in a call' : 'A code was sent';
    return Number(sends) > 1 ? `${what}, for the ${ordinal(Number(sends))} time.` : `${what}.`;
  },
  'code not sent': ({ status }) => `A code could not be sent${FAILURES[Number(status)] ?? ''}.`,
  'code wrong': () => 'A wrong code was typed.',
  'code expired': () => 'A code was typed that had expired.',
  'code refused': () => 'A code was refused: too many wrong ones before.',
  'plan selected': (detail) => `A plan was chosen${planIn(detail)}.`,
  'card declined': (detail) => `A card was declined${codeIn(detail)}.`,
  '3DS abandoned': () => "The bank's confirmation was not finished.",
  'card not taken': () => 'A card was confirmed and could not be taken for this sign-up.',
  'card released': () => 'The stored card was released.',
  'opening attempt failed': ({ kind, count }) =>
    `Opening the account failed${Number(count) > 1 ? ` ${count} times` : ''}${kind ? ` (${kind})` : ''}.`,
  'plan changed': ({ to }) => `The plan was changed${planIn({ plan: to ?? null })}.`,
  'trial end moved': () => 'The end of the trial was moved.',
  'cancel asked': () => 'It was cancelled, and ends by itself.',
  'cancel undone': () => 'The cancellation was taken back.',
  'card changed': () => 'Another card pays from now on.',
  'card gone': () => 'There is no card any more.',
  'plan link sent': () => 'The link to the plan was asked for.',
  'mail capped': ({ mail }) =>
    `${mailName(String(mail)) ?? 'A mail'}: not sent, the address had as many as a day allows.`,
  'plan links ended': () => 'The links to the plan were ended.',
  'over plan': ({ activeUsers, upgradeTo }) =>
    `${activeUsers} people were active in a month, more than the plan is for; asked to upgrade${planIn({ plan: upgradeTo ?? null })}.`,
  'upgrade accepted': (detail) => `The larger plan was accepted${planIn(detail)}.`,
  'details corrected': ({ fields }) => `Details were corrected: ${labelsOf(String(fields))}.`,
  'reminders stopped': () => 'The person wants no more reminders.',
  superseded: ({ by }) => `Superseded by sign-up ${by}.`,
  'personal data revealed': () => 'The personal data was revealed.',
  contacted: () => 'Marked as contacted.',
  'erasure requested': () => 'Erasing the person was asked for.',
  'erasure undone': () => 'The erasure was undone.',
  'erasure begun': () => 'The erasure began.',
  'person erased': () => 'The person was erased.',
};

const FAILURES: Record<number, string> = {
  400: ': the number gets no text messages',
  429: ': there were too many already',
  503: ': the provider of text messages failed',
};

const mailName = (name: string): string | undefined => {
  const kind = mailKindOf(name);
  return kind && MAIL_KINDS[kind].label;
};

const mailSentence = (what: string, outcome: string) =>
  outcome === 'sent' ? `${what} was mailed.` : outcome === 'bounced' ? `${what} came back.` : `${what}: ${outcome}.`;

/** "churchName, churchCity" -> "church, city" */
const labelsOf = (fields: string) =>
  fields
    .split(', ')
    .map((name) => SIGN_UP_FIELDS[name as SignUpFieldName].label.toLowerCase())
    .join(', ');
const codeIn = ({ code }: Detail) => (code ? ` (${code})` : '');
const planIn = ({ plan }: Detail) =>
  PLANS.some(({ id }) => id === plan) ? `: ${planOf(plan as never).range} users` : '';
const ordinal = (count: number) => ({ 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' })[count] ?? `${count}th`;
const asSentence = (words: string) => `${words.replace(/^./, (first) => first.toUpperCase())}.`;
