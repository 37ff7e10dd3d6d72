import type { SubscriptionState, TrialState } from '@lampstand/workflows';
import type { Diagnosis } from '@lampstand/contracts/back-office';
import { cardFinding, openingFinding } from './card-diagnosis.ts';
import { type Finding, minutesSince, newest, type TrialFacts } from './facts.ts';
import { phoneFinding } from './phone-diagnosis.ts';

/** An erasure takes a moment, unless a provider is away. */
const LATE_ERASURE_MINUTES = 10;

/** Explains a sign-up: where it stands, since when, why, and what to do next. `day` formats an instant as a date. */
export function diagnose(facts: TrialFacts, day: (at: Date) => string): Diagnosis {
  const { since = facts.since, suggest = [], ...finding } = findingOf(facts, day);
  return { ...finding, since: since.toISOString(), suggest };
}

function findingOf(facts: TrialFacts, day: (at: Date) => string): Finding {
  if (facts.erasedAt) return erasure(facts, facts.erasedAt);
  if (facts.erasureAskedAt) return waitingErasure(facts, facts.erasureAskedAt);
  return FINDINGS[facts.state](facts, day);
}

const unproven = (facts: TrialFacts): Finding => superseded(facts) ?? phoneFinding(facts);

const FINDINGS: Record<TrialState, (facts: TrialFacts, day: (at: Date) => string) => Finding> = {
  registration: unproven,
  phoneVerification: unproven,
  billingInformation: (facts) => superseded(facts) ?? cardFinding(facts),
  openingAccount: openingFinding,
  success: (facts, day) => opened(facts, day),
  alreadyMember: () => ALREADY_MEMBER,
  cancelled: () => CANCELLED,
};

function waitingErasure({ erasureNeedsApproval }: TrialFacts, since: Date): Finding {
  return {
    tone: 'waiting',
    what: 'The person is going to be erased.',
    why: erasureNeedsApproval
      ? 'A privacy request waits for approval by another member of the team.'
      : 'A privacy request is carried out ten minutes after it was made, or once another member of the team approves.',
    next: 'Approve it if somebody else asked for it, or undo it if it was a mistake.',
    since,
    suggest: ['undo-erasure', 'approve-erasure'],
  };
}

/** The sign-up is hidden at once; the job that does the rest waits for the payment provider. */
function erasure({ journal, now }: TrialFacts, since: Date): Finding {
  if (newest(journal, ['person erased']))
    return {
      tone: 'ended',
      what: 'The person was erased.',
      why: 'A privacy request: names, addresses, phone, card and notes are gone, here and at the payment provider.',
      next: 'Nothing. Only states and dates are left.',
      since,
    };
  const isLate = minutesSince(since, now) > LATE_ERASURE_MINUTES;
  return {
    tone: isLate ? 'stuck' : 'waiting',
    what: 'The person is being erased.',
    why: 'A privacy request: the sign-up is hidden already, and the rest goes once the payment provider has forgotten them.',
    next: isLate ? 'Look at the dead jobs: erasing may have failed for good.' : 'Nothing. It is done within a minute.',
    since,
  };
}

const superseded = ({ supersededBy, journal }: TrialFacts): Finding | undefined =>
  supersededBy === null
    ? undefined
    : {
        tone: 'ended',
        what: `Superseded by sign-up ${supersededBy}.`,
        why: 'The same person began again, and the newer sign-up counts.',
        next: `Look at sign-up ${supersededBy}.`,
        since: journal.find(({ name }) => name === 'superseded')?.at,
      };

const ALREADY_MEMBER: Finding = {
  tone: 'ended',
  what: 'The person has an account already.',
  why: 'The phone they proved, or their email, belongs to an account that exists.',
  next: 'Help them to sign in to that account; it is among the related sign-ups when it was opened here.',
  suggest: ['mark-contacted'],
};

const CANCELLED: Finding = {
  tone: 'ended',
  what: 'The sign-up was cancelled.',
  why: 'Somebody of the team ended it. A card that comes late is released.',
  next: 'To go on, the person signs up again.',
};

function opened(
  { trialEndsAt, subscriptionStatus, accountStatus, cancelAt }: TrialFacts,
  day: (at: Date) => string,
): Finding {
  if (accountStatus === 'closed')
    return { tone: 'ended', what: 'The account is closed.', why: 'It was open before.', next: 'Nothing.' };
  if (cancelAt && subscriptionStatus !== 'canceled') return leaving(day(cancelAt));
  const ends = trialEndsAt ? day(trialEndsAt) : 'an unknown day';
  const status = subscriptionStatus && STATUS[subscriptionStatus];
  if (status) return status;
  return {
    tone: 'good',
    what: `The account is open; its free trial runs until ${ends}.`,
    why: 'Phone, card and account are complete.',
    next: 'If the person cannot get in, the dashboard is where to look: the sign-up is done.',
  };
}

const leaving = (day: string): Finding => ({
  tone: 'waiting',
  what: `The subscription is cancelled and ends on ${day}.`,
  why: 'The person, or somebody of the team, cancelled it; until then everything works.',
  next: 'Nothing. If they want to stay, take the cancellation back, or send the link to their plan.',
  suggest: ['keep-subscription', 'send-plan-link'],
});

const STATUS: Record<SubscriptionState, Finding | null> = {
  unstarted: null,
  trialing: null,
  active: {
    tone: 'good',
    what: 'The account is open and paid for.',
    why: 'The free trial is over and the subscription runs.',
    next: 'Nothing here: the sign-up is done.',
  },
  pastDue: {
    tone: 'stuck',
    what: 'The account is open, and its last invoice is not paid.',
    why: 'The card was declined when the invoice was due; the payment provider tries again by itself.',
    next: 'Send the link to the plan: there another card pays the invoice at once.',
    suggest: ['send-plan-link'],
  },
  unpaid: {
    tone: 'stuck',
    what: 'The account is open, and its invoices stay unpaid.',
    why: 'The payment provider has given up charging the card.',
    next: 'Send the link to the plan: there another card pays the invoice at once.',
    suggest: ['send-plan-link'],
  },
  canceled: {
    tone: 'ended',
    what: 'The subscription has ended.',
    why: 'It was cancelled, by the person or because no payment came.',
    next: 'To go on, the person signs up again with our help.',
  },
};
