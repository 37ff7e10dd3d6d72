import { declineWithin, explainDecline } from '@lampstand/contracts/back-office';
import { type Finding, type JournalFact, minutesSince, newest, times, type TrialFacts } from './facts.ts';

/** Longer than an opening takes; a sweep retries after two minutes. */
const OPENING_MINUTES = 2;
const ENTERED = ['phone.verified', 'card.lost'];
const FAILED = 'opening attempt failed';

/** Why there is no stored card yet, by the newest journal entry about a card. */
export function cardFinding(facts: TrialFacts): Finding {
  const news = newest(facts.journal, [
    'card declined',
    '3DS abandoned',
    'card not taken',
    'card.lost',
    'customer gone',
    'payment.linkRequested',
    'phone.verified',
  ]);
  const finding = news && FINDING_BY_ENTRY[news.name]?.(news, facts);
  return finding ?? withoutEntry(facts);
}

const CUSTOMER_DELETED = 'The customer was deleted at the payment provider, in Stripe’s dashboard for example.';

const FINDING_BY_ENTRY: Record<string, (news: JournalFact, facts: TrialFacts) => Finding | undefined> = {
  'card declined': ({ at, detail }) => ({
    tone: 'stuck',
    what: `The card was declined: ${declineWithin(String(detail['code'] ?? 'card_declined'))}.`,
    why: explainDecline(String(detail['code'] ?? 'card_declined')),
    next: 'Tell the person what helps. If our card form does not work for them, send the payment link.',
    since: at,
    suggest: ['send-resume-link', 'send-payment-link'],
  }),
  '3DS abandoned': ({ at }) => ({
    tone: 'stuck',
    what: 'The bank’s confirmation was not completed.',
    why: 'The bank asked for a confirmation in its app or by a code, and the window was closed before that.',
    next: 'Ask the person to try again and to wait until the bank has confirmed. Another card may need no confirmation.',
    since: at,
    suggest: ['send-resume-link', 'send-payment-link'],
  }),
  'card not taken': ({ at }) => ({
    tone: 'stuck',
    what: 'A card was confirmed, but we could not accept it for this sign-up.',
    why: 'It is the card that failed before, or it was entered in another sign-up.',
    next: 'Ask for another card and send a new link.',
    since: at,
    suggest: ['send-payment-link', 'send-resume-link'],
  }),
  'card.lost': ({ at, detail }) => ({
    tone: 'stuck',
    what: 'The card was stored, but the trial could not start with it.',
    why: explainLoss(String(detail['code'] ?? 'card_declined')),
    next: 'An email has asked for another card. Send a new link if it did not arrive.',
    since: at,
    suggest: ['send-resume-link', 'send-payment-link'],
  }),
  'customer gone': ({ at }) => ({
    tone: 'stuck',
    what: 'The card form was closed, and no card is stored.',
    why: CUSTOMER_DELETED,
    next: 'Send the resume link. It opens a new card form, which makes a new customer.',
    since: at,
    suggest: ['send-resume-link', 'send-payment-link'],
  }),
  'payment.linkRequested': ({ at }) => ({
    tone: 'waiting',
    what: 'The payment link was emailed.',
    why: 'No card was entered there yet.',
    next: 'Wait for the person. If the email does not arrive, check the address with them.',
    since: at,
    suggest: ['correct-email', 'send-payment-link'],
  }),
};

function withoutEntry({ checkoutOpen, setupIntentAt, journal, since, now }: TrialFacts): Finding {
  if (checkoutOpen)
    return {
      tone: 'waiting',
      what: 'The payment provider’s own page is open.',
      why: 'No card was entered there yet. The page expires after a day.',
      next: 'Wait for the person, or send a new link.',
      since,
      suggest: ['send-payment-link', 'send-resume-link'],
    };
  if (setupIntentAt)
    return {
      tone: minutesSince(setupIntentAt, now) > 30 ? 'stuck' : 'waiting',
      what: 'The card form was opened, but no card was entered.',
      why: 'No card was declined. The person stopped there, or the form did not load in their browser.',
      next: 'Ask what stopped them. If a blocker stops our form, the payment link works.',
      since: setupIntentAt,
      suggest: ['send-resume-link', 'send-payment-link'],
    };
  const planned = newest(journal, ['plan.selected'], ENTERED);
  return {
    tone: minutesSince(since, now) > 30 ? 'stuck' : 'waiting',
    what: planned
      ? 'A plan is chosen; the card form was not opened.'
      : 'The phone is verified; no plan and no card yet.',
    why: 'The person left before entering a card.',
    next: 'Send the resume link. It opens the page with plan and card.',
    since,
    suggest: ['send-resume-link', 'send-payment-link'],
  };
}

/** Why a stored card has not become an account yet. */
export function openingFinding({ journal, cardSavedAt, since, now }: TrialFacts): Finding {
  const at = cardSavedAt ?? since;
  const saved = journal.findIndex(({ name }) => name === 'card.saved');
  const failures = journal.slice(0, saved < 0 ? undefined : saved).filter(({ name }) => name === FAILED);
  const attempts = failures.reduce((sum, { detail }) => sum + Number(detail['count'] ?? 1), 0);
  if (failures.length)
    return {
      tone: 'stuck',
      what: `The card is stored, but the account is not open: opening it failed ${times(attempts)}.`,
      why: 'Most often the payment provider could not be reached, or a price is missing there.',
      next: 'The server tries again every few minutes. When the cause is fixed, retry; also look at the dead jobs.',
      since: at,
      suggest: ['retry-opening'],
    };
  if (minutesSince(at, now) <= OPENING_MINUTES)
    return {
      tone: 'waiting',
      what: 'The card is stored; the account is being opened.',
      why: 'This takes seconds.',
      next: 'Look again in a moment.',
      since: at,
    };
  return {
    tone: 'stuck',
    what: 'The card is stored, but the account is not open.',
    why: 'No attempt has finished: the server may have stopped, or its jobs are not running.',
    next: 'Retry the opening. This never makes a second account or a second charge.',
    since: at,
    suggest: ['retry-opening'],
  };
}

const GONE = ['customer_missing', 'payment_method_missing'];

/** Why the card could not start the trial. */
const explainLoss = (code: string): string =>
  GONE.includes(code)
    ? explainDecline(code)
    : `The payment provider refused it permanently: ${declineWithin(code)}. ${explainDecline(code)}`;
