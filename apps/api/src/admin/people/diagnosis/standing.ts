import type { Standing } from '@lampstand/contracts/back-office';
import { hasTag, type SubscriptionState, trialSignup, type TrialState } from '@lampstand/workflows';
import { newest, type StandingFacts } from './facts.ts';
import { memberSince } from './member-diagnosis.ts';

type Sentence = (facts: StandingFacts, day: (at: Date) => string) => string;

/** Where a person stands, in one sentence with its date. `day` formats an instant as a date. */
export function standingOf(facts: StandingFacts, day: (at: Date) => string): Standing {
  const { state, subscriptionStatus, owed } = facts;
  const sentence =
    special(facts, day) ?? (subscriptionStatus ? MEMBER[subscriptionStatus] : SIGN_UP[state])(facts, day);
  return { state: subscriptionStatus ?? state, sentence, owedInCents: owed.inCents };
}

function special(facts: StandingFacts, day: (at: Date) => string): string | undefined {
  const { erasedAt, erasureAskedAt, supersededBy, journal, state } = facts;
  if (erasedAt) return `${newest(journal, ['person erased']) ? 'Erased' : 'Being erased'} since ${day(erasedAt)}.`;
  if (erasureAskedAt) return `Erasure requested on ${day(erasureAskedAt)}.`;
  if (supersededBy !== null && hasTag(trialSignup, state, 'unfinished'))
    return `Superseded by sign-up ${supersededBy}.`;
  return undefined;
}

const SIGN_UP: Record<TrialState, Sentence> = {
  registration: ({ since }, day) => `Not saved yet; began on ${day(since)}.`,
  phoneVerification: ({ since }, day) => `Phone not verified; at this step since ${day(since)}.`,
  billingInformation: ({ since }, day) => `Phone verified, no card; at this step since ${day(since)}.`,
  openingAccount: ({ since, cardSavedAt }, day) =>
    `Card stored on ${day(cardSavedAt ?? since)}; the account is not open.`,
  success: ({ since }, day) => `Account opened on ${day(since)}.`,
  alreadyMember: ({ since }, day) => `Has another account; this sign-up ended on ${day(since)}.`,
  cancelled: ({ since }, day) => `Sign-up canceled on ${day(since)}.`,
};

const ending =
  (otherwise: Sentence): Sentence =>
  (facts, day) =>
    facts.cancelAt ? `Canceled; ends on ${day(facts.cancelAt)}.` : otherwise(facts, day);

const MEMBER: Record<SubscriptionState, Sentence> = {
  unstarted: SIGN_UP.success,
  trialing: ending(({ trialEndsAt }, day) => `Free trial until ${trialEndsAt ? day(trialEndsAt) : 'an unknown day'}.`),
  active: ending(({ periodEndsAt, since }, day) => `Paying; next invoice on ${day(periodEndsAt ?? since)}.`),
  pastDue: (facts, day) => `Past due since ${day(memberSince(facts))}.`,
  unpaid: (facts, day) => `Unpaid since ${day(memberSince(facts))}.`,
  canceled: (facts, day) => `Subscription ended on ${day(memberSince(facts))}.`,
};
