import { dollars, type PaymentPause } from '@lampstand/contracts';
import { hasTag, isStarted, subscriptionLife, type SubscriptionState } from '@lampstand/workflows';
import { type Finding, newest, type TrialFacts } from './facts.ts';

type Day = (at: Date) => string;

/** How an opened account stands. Its dates are those of the subscription. */
export function memberFinding(facts: TrialFacts, day: Day): Finding {
  const { subscriptionStatus: status, accountStatus } = facts;
  const since = memberSince(facts);
  if (status === 'canceled') return { ...ended(facts, day), since };
  if (accountStatus === 'closed') return { ...CLOSED, since };
  const finding = paused(facts, day) ?? FINDINGS[status ?? 'unstarted'](facts, day);
  if (!facts.cancelAt) return { ...finding, since };
  const ends = `The subscription is canceled and ends on ${day(facts.cancelAt)}.`;
  // What is owed comes first.
  if (status && hasTag(subscriptionLife, status, 'owing')) return { ...finding, why: `${finding.why} ${ends}`, since };
  return leaving(facts, ends);
}

/** When the subscription entered its state. */
export function memberSince({
  subscriptionStatus: status,
  billed,
  since,
}: Pick<TrialFacts, 'subscriptionStatus' | 'billed' | 'since'>): Date {
  if (!status || !isStarted(status)) return since;
  return newest(billed, [`became.${status}`, ...(status === 'trialing' ? ['trial.started'] : [])])?.at ?? since;
}

const CLOSED: Finding = {
  tone: 'ended',
  what: 'The account is closed.',
  why: 'It has no running subscription.',
  next: 'Nothing.',
};

const START_AGAIN =
  'Nothing is charged any more. They can start again on their plan page, with the same account: email the plan link.';

function ended({ billed }: TrialFacts, day: Day): Finding {
  const unpaid = newest(billed, ['became.pastDue', 'became.unpaid'], ['became.active', 'became.trialing']);
  const asked = newest(billed, ['cancel requested'], ['cancel undone', 'plan started again']);
  const finding: Pick<Finding, 'tone' | 'what' | 'suggest'> = {
    tone: 'ended',
    what: 'The subscription has ended and the account is closed.',
    suggest: ['send-plan-link'],
  };
  if (asked) return { ...finding, why: `${whoCanceled(asked.actor)} on ${day(asked.at)}.`, next: START_AGAIN };
  if (unpaid)
    return {
      ...finding,
      why: 'An invoice stayed unpaid, and the payment provider ended the subscription.',
      next: START_AGAIN,
    };
  return {
    ...finding,
    why: 'The payment provider reported the end. No request to cancel is recorded here.',
    next: `The subscription in Stripe says who ended it. ${START_AGAIN}`,
  };
}

/** What is owed comes first. */
function paused({ pause, subscriptionStatus: status, billed }: TrialFacts, day: Day): Finding | undefined {
  if (!pause || !status || hasTag(subscriptionLife, status, 'owing')) return undefined;
  return {
    tone: 'waiting',
    what: `The account is open, and its payments are paused${untilOf(pause, day)}.`,
    why: `Stripe collects no payments${noteOf(billed, day)}. Invoices of this time are not charged.`,
    next: pause.until
      ? 'Nothing. On that day the payments go on by themselves.'
      : 'Nothing, until an administrator resumes the payments in Stripe.',
  };
}

/** " until May 4, 2027", or nothing without an end. */
export const untilOf = ({ until }: PaymentPause, day: Day): string => (until ? ` until ${day(new Date(until))}` : '');

function noteOf(billed: TrialFacts['billed'], day: Day): string {
  const noted = newest(billed, ['payments paused']);
  return noted ? ` since ${day(noted.at)}` : '';
}

function leaving({ billed, since }: TrialFacts, ends: string): Finding {
  const asked = newest(billed, ['cancel requested'], ['cancel undone', 'plan started again']);
  return {
    tone: 'waiting',
    what: ends,
    why: `${asked ? whoCanceled(asked.actor) : 'It was canceled'}. Until that day everything works.`,
    next: 'Nothing. If they want to stay, undo the cancellation or email the plan link.',
    since: asked?.at ?? since,
    suggest: ['keep-subscription', 'send-plan-link'],
  };
}

const whoCanceled = (actor: string): string => WHO_CANCELED[actor] ?? 'The payment provider reported the cancellation';

const WHO_CANCELED: Record<string, string> = {
  visitor: 'The person canceled it on the plan page',
  support: 'Our support team canceled it',
  admin: 'An administrator canceled it',
};

const trial = ({ trialEndsAt }: TrialFacts, day: Day): Finding => ({
  tone: 'good',
  what: `The account is open; its free trial runs until ${trialEndsAt ? day(trialEndsAt) : 'an unknown day'}.`,
  why: 'Phone, card and account are complete.',
  next: 'Nothing is left to do in the sign-up. If the person cannot sign in, look in the dashboard.',
});

const PAY_BY_LINK =
  'Email the plan link. On that page, another card pays the invoice at once. If the bank takes the stored card again, retry the invoice.';

const FINDINGS: Record<Exclude<SubscriptionState, 'canceled'>, (facts: TrialFacts, day: Day) => Finding> = {
  unstarted: trial,
  trialing: trial,
  active: ({ periodEndsAt }, day) => ({
    tone: 'good',
    what: 'The account is open, and nothing is owed.',
    why: `The free trial is over and the subscription runs${periodEndsAt ? `. The next invoice is due on ${day(periodEndsAt)}` : ''}.`,
    next: 'Nothing is left to do.',
  }),
  pastDue: ({ owed }, day) => ({
    tone: 'stuck',
    what: `The account is open, and ${amountOf(owed.inCents)} not paid.`,
    why: owed.nextAttemptAt
      ? `The card was declined when the invoice was due. The payment provider tries it again on ${day(owed.nextAttemptAt)}.`
      : 'The card was declined when the invoice was due.',
    next: PAY_BY_LINK,
    suggest: ['send-plan-link', 'retry-invoice'],
  }),
  unpaid: ({ owed }) => ({
    tone: 'stuck',
    what: `The account is open, and ${amountOf(owed.inCents)} not paid.`,
    why: 'The payment provider has stopped charging the card.',
    next: PAY_BY_LINK,
    suggest: ['send-plan-link', 'retry-invoice'],
  }),
};

/** "$19.99 is", or "an invoice is" while the amount is unknown. */
const amountOf = (cents: number): string => (cents ? `${dollars(cents)} is` : 'an invoice is');
