import type { PaymentPause } from '@lampstand/contracts';
import type { CodeAttempt, Diagnosis, SupportActionName } from '@lampstand/contracts/back-office';
import type { SubscriptionState, TrialState } from '@lampstand/workflows';
import type { TrialSignup } from '../../../trials/index.ts';
import type { ErasureApproval } from '../privacy/erase-person.ts';
import type { AccountRow, Owed, SubscriptionRow } from '../inspector/related-records.ts';
import type { JournalRow } from '../timeline.ts';

/** The input of a diagnosis. */
export interface TrialFacts {
  state: TrialState;
  now: Date;
  createdAt: Date;
  /** The last change of the state, or of the phone. */
  since: Date;
  erasedAt: Date | null;
  erasureRequestedAt: Date | null;
  /** Whose approval the requested erasure waits for. */
  erasureApproval: ErasureApproval;
  supersededBy: number | null;
  setupIntentAt: Date | null;
  checkoutOpen: boolean;
  cardSavedAt: Date | null;
  trialEndsAt: Date | null;
  /** The codes that were sent to the current phone since it was entered, newest first. */
  codes: CodeAttempt[];
  /** Events and notes, newest first. */
  journal: JournalFact[];
  subscriptionStatus: SubscriptionState | null;
  /** Events and notes of the subscription, newest first. */
  billed: JournalFact[];
  /** When the subscription ends by itself, if it was canceled. */
  cancelAt: Date | null;
  /** When the paid month, or the trial, ends. */
  periodEndsAt: Date | null;
  /** Set while no payments are collected. */
  pause: PaymentPause | null;
  owed: Owed;
  accountStatus: string | null;
}

/** What the sentence about a person's standing needs. */
export type StandingFacts = Pick<
  TrialFacts,
  | 'state'
  | 'since'
  | 'erasedAt'
  | 'erasureRequestedAt'
  | 'supersededBy'
  | 'cardSavedAt'
  | 'trialEndsAt'
  | 'journal'
  | 'subscriptionStatus'
  | 'billed'
  | 'cancelAt'
  | 'periodEndsAt'
  | 'pause'
  | 'owed'
>;

export interface JournalFact {
  name: string;
  at: Date;
  detail: Record<string, string | number | boolean | null>;
  actor: string;
}

export const NOTHING_OWED: Owed = { inCents: 0, nextAttemptAt: null };

/** A diagnosis whose defaults are not filled in yet. */
export interface Finding {
  tone: 'good' | 'waiting' | 'stuck' | 'ended';
  what: string;
  why: string;
  next: string;
  since?: Date;
  suggest?: SupportActionName[];
  code?: NonNullable<Diagnosis['code']>;
}

/** A new phone starts its step over. */
export const NEW_PHONE = 'phone.changed';

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
  billed: JournalRow[];
  codes: CodeAttempt[];
  account: AccountRow | undefined;
  subscription: SubscriptionRow | undefined;
  erasureApproval: ErasureApproval;
}

export function factsOf({
  trial,
  now,
  journal,
  billed,
  codes,
  account,
  subscription,
  erasureApproval,
}: Known): TrialFacts {
  const { state, createdAt, erasedAt, erasureRequestedAt, supersededBy, setupIntentAt, cardSavedAt } = trial;
  const transitions = journal.filter(({ event, from, to }) => event && (from !== to || event === NEW_PHONE));
  const phoneFrom = journal.findLast(({ event }) => event === NEW_PHONE)?.at ?? createdAt;
  return {
    state,
    now,
    createdAt,
    erasedAt,
    erasureRequestedAt,
    erasureApproval,
    supersededBy,
    setupIntentAt,
    cardSavedAt,
    // Support may have extended the trial.
    trialEndsAt: subscription?.trialEndsAt ?? trial.trialEndsAt,
    since: transitions.at(-1)?.at ?? createdAt,
    checkoutOpen: trial.checkoutSessionId !== null,
    codes: codes.filter(
      ({ phone, status, startedAt }) =>
        phone === trial.phone && status !== 'notSent' && startedAt >= phoneFrom.toISOString(),
    ),
    journal: factsIn(journal),
    subscriptionStatus: subscription?.state ?? null,
    billed: factsIn(billed),
    cancelAt: subscription?.cancelAt ?? null,
    periodEndsAt: subscription?.periodEndsAt ?? null,
    pause: subscription?.pause ?? null,
    owed: subscription?.owed ?? NOTHING_OWED,
    accountStatus: account?.status ?? null,
  };
}

const factsIn = (journal: JournalRow[]): JournalFact[] =>
  journal.map(({ event, note, at, detail, actor }) => ({ name: event ?? note ?? '', at, detail, actor })).reverse();
