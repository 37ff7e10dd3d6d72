import type { TrialState } from '@lampstand/workflows';
import type { Diagnosis } from '@lampstand/contracts/back-office';
import type { ErasureApproval } from '../privacy/erase-person.ts';
import { cardFinding, openingFinding } from './card-diagnosis.ts';
import { type Finding, minutesSince, newest, type TrialFacts } from './facts.ts';
import { memberFinding } from './member-diagnosis.ts';
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
  if (facts.erasureRequestedAt) return waitingErasure(facts, facts.erasureRequestedAt);
  return FINDINGS[facts.state](facts, day);
}

const unverified = (facts: TrialFacts): Finding => superseded(facts) ?? phoneFinding(facts);

const FINDINGS: Record<TrialState, (facts: TrialFacts, day: (at: Date) => string) => Finding> = {
  registration: unverified,
  phoneVerification: unverified,
  billingInformation: (facts) => superseded(facts) ?? cardFinding(facts),
  openingAccount: openingFinding,
  success: memberFinding,
  alreadyMember: () => ALREADY_MEMBER,
  cancelled: () => CANCELLED,
};

const WAITS_FOR: Record<ErasureApproval, string> = {
  none: 'A privacy request runs ten minutes after it was made, or when another member of the team approves it.',
  administrator: 'A privacy request of support about an open account waits until an administrator approves it.',
};

function waitingErasure({ erasureApproval }: TrialFacts, since: Date): Finding {
  return {
    tone: 'waiting',
    what: 'The person will be erased.',
    why: `${WAITS_FOR[erasureApproval]} Until then nothing is charged, and no reminders go out.`,
    next: 'Approve it if another member of the team requested it. Undo it if it was a mistake.',
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
      why: 'After a privacy request, names, addresses, phone, card and notes were deleted here and at the payment provider.',
      next: 'Nothing is left to do. States, dates and what reports count remain.',
      since,
    };
  const isLate = minutesSince(since, now) > LATE_ERASURE_MINUTES;
  return {
    tone: isLate ? 'stuck' : 'waiting',
    what: 'The person is being erased.',
    why: 'The sign-up is hidden. The rest is deleted when the payment provider has deleted the customer.',
    next: isLate ? 'Look at the dead jobs: the erasure may have failed.' : 'Wait. It takes less than a minute.',
    since,
  };
}

const superseded = ({ supersededBy, journal }: TrialFacts): Finding | undefined =>
  supersededBy === null
    ? undefined
    : {
        tone: 'ended',
        what: `Superseded by sign-up ${supersededBy}.`,
        why: 'The same person started another sign-up, which replaces this one.',
        next: `Look at sign-up ${supersededBy}.`,
        since: journal.find(({ name }) => name === 'superseded')?.at,
      };

const ALREADY_MEMBER: Finding = {
  tone: 'ended',
  what: 'The person has an account already.',
  why: 'The phone they verified, or their email, belongs to an existing account.',
  next: 'Help them sign in to that account. If it was opened here, it is listed under the same phone or email.',
  suggest: ['mark-contacted'],
};

const CANCELLED: Finding = {
  tone: 'ended',
  what: 'The sign-up was canceled.',
  why: 'A member of the team canceled it. A card that is stored afterwards is deleted.',
  next: 'To continue, the person signs up again.',
};
