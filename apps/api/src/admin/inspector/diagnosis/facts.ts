import type { CodeAttempt, RepairName } from '@lampstand/contracts/back-office';
import type { SubscriptionState, TrialState } from '@lampstand/workflows';
import type { TrialSignup } from '../../../trials/index.ts';
import type { AccountRow, SubscriptionRow } from '../related-records.ts';
import type { JournalRow } from '../timeline.ts';

/** The input of a diagnosis. */
export interface TrialFacts {
  state: TrialState;
  now: Date;
  createdAt: Date;
  /** The last transition. */
  since: Date;
  erasedAt: Date | null;
  erasureAskedAt: Date | null;
  /** ERASURE_APPROVAL is on, so the erasure waits for a second member of staff. */
  erasureNeedsApproval: boolean;
  supersededBy: number | null;
  setupIntentAt: Date | null;
  checkoutOpen: boolean;
  cardSavedAt: Date | null;
  trialEndsAt: Date | null;
  /** The codes for the current phone, newest first. */
  codes: CodeAttempt[];
  /** Events and notes, newest first. */
  journal: JournalFact[];
  subscriptionStatus: SubscriptionState | null;
  /** When the subscription ends by itself, if it was canceled. */
  cancelAt: Date | null;
  accountStatus: string | null;
}

export interface JournalFact {
  name: string;
  at: Date;
  detail: Record<string, string | number | boolean | null>;
}

/** A diagnosis whose defaults are not filled in yet. */
export interface Finding {
  tone: 'good' | 'waiting' | 'stuck' | 'ended';
  what: string;
  why: string;
  next: string;
  since?: Date;
  suggest?: RepairName[];
}

/** The newest fact with one of these names, unless one of `until` is newer. */
export function newest(journal: JournalFact[], names: string[], until: string[] = []): JournalFact | undefined {
  for (const fact of journal) {
    if (names.includes(fact.name)) return fact;
    if (until.includes(fact.name)) return undefined;
  }
  return undefined;
}

export const minutesSince = (at: Date, now: Date): number => (now.getTime() - at.getTime()) / 60_000;

/** "once", "twice", "3 times" */
export const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

interface Known {
  trial: TrialSignup;
  now: Date;
  journal: JournalRow[];
  codes: CodeAttempt[];
  account: AccountRow | undefined;
  subscription: SubscriptionRow | undefined;
  erasureNeedsApproval: boolean;
}

export function factsOf({
  trial,
  now,
  journal,
  codes,
  account,
  subscription,
  erasureNeedsApproval,
}: Known): TrialFacts {
  const { state, createdAt, erasedAt, erasureAskedAt, supersededBy, setupIntentAt, cardSavedAt } = trial;
  const transitions = journal.filter(({ event, from, to }) => event && from !== to);
  return {
    state,
    now,
    createdAt,
    erasedAt,
    erasureAskedAt,
    erasureNeedsApproval,
    supersededBy,
    setupIntentAt,
    cardSavedAt,
    // Support may have extended the trial.
    trialEndsAt: subscription?.trialEndsAt ?? trial.trialEndsAt,
    since: transitions.at(-1)?.at ?? createdAt,
    checkoutOpen: trial.checkoutSessionId !== null,
    codes: codes.filter(({ phone }) => phone === trial.phone),
    journal: journal.map(({ event, note, at, detail }) => ({ name: event ?? note ?? '', at, detail })).reverse(),
    subscriptionStatus: subscription?.state ?? null,
    cancelAt: subscription?.cancelAt ?? null,
    accountStatus: account?.status ?? null,
  };
}
