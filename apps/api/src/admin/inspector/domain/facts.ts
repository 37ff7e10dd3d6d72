import type { CodeAttempt, RepairName } from '@lampstand/contracts/back-office';
import type { TrialState } from '@lampstand/workflows';

/** What a diagnosis goes by: the position, the journal and the codes of one sign-up. */
export interface TrialFacts {
  state: TrialState;
  now: Date;
  createdAt: Date;
  /** The instant of the last move. */
  since: Date;
  erasedAt: Date | null;
  erasureAskedAt: Date | null;
  /** By the settings: without a second member of staff it waits on. */
  erasureNeedsApproval: boolean;
  supersededBy: number | null;
  setupIntentAt: Date | null;
  checkoutOpen: boolean;
  cardSavedAt: Date | null;
  trialEndsAt: Date | null;
  /** The codes for the phone as it stands, newest first. */
  codes: CodeAttempt[];
  /** Events and notes, newest first. */
  journal: JournalFact[];
  subscriptionStatus: string | null;
  /** When the subscription ends by itself, if it is to. */
  cancelAt: Date | null;
  accountStatus: string | null;
}

export interface JournalFact {
  name: string;
  at: Date;
  detail: Record<string, string | number | boolean | null>;
}

/** A finding, before the tone's word for word is put together. */
export interface Finding {
  tone: 'good' | 'waiting' | 'stuck' | 'ended';
  what: string;
  why: string;
  next: string;
  since?: Date;
  suggest?: RepairName[];
}

/** The newest of these, up to the first of `until`, which is older news. */
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
