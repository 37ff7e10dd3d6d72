import type { TierId } from '../plans.ts';
import type { Move } from './trial-filter-values.ts';

/** GET /api/admin/revenue: the present month and the twelve before, newest first, in the zone of the organization. */
export interface Revenue {
  cohorts: Cohort[];
  events: MonthEvents[];
  billed: BilledMonth[];
}

/** The sign-ups of one month, also erased ones, without those that a later one of the person replaced, and what became of them until today. */
export interface Cohort {
  /** "2026-11" */
  month: string;
  registered: number;
  /** Opened an account. All below are parts of these. */
  opened: number;
  inTrial: number;
  /** Paid at least one invoice. */
  paid: number;
  owing: number;
  /** Ended without a payment. */
  endedUnpaid: number;
}

/** What happened in one month, which no later month changes: also in sign-ups that were replaced or erased since. */
export interface MonthEvents {
  month: string;
  registered: number;
  verified: number;
  card: number;
  opened: number;
  /** Invoices. */
  paid: number;
}

/** Paid invoices by the month of payment, in cents, for each plan that was billed. */
export interface BilledMonth {
  month: string;
  invoices: number;
  cents: Partial<Record<TierId, number>>;
  /** Refunds and lost disputes of this month, of whichever invoice. */
  returnedInCents: number;
}

/** GET /api/admin/board: what is paid today, and by month what changed, the present month and the twelve before, newest first. */
export interface Board {
  asOf: string;
  today: BoardToday;
  months: BoardMonth[];
}

/** A member pays from the end of the free trial until the subscription ends, also while an invoice is past due. */
export interface BoardToday {
  paying: number;
  /** Of them, with an invoice that is past due. */
  owing: number;
  inTrial: number;
  /** What those who pay are charged each month, after discounts that last. */
  monthlyInCents: number;
  /** Running members whose last billing month had more active users than the plan includes. */
  abovePlan: number;
  /** Those who pay by the state of their church, the largest first. */
  states: BoardState[];
}

export interface BoardState {
  /** Two letters. */
  state: string;
  churches: number;
}

/** The numbers of a past month never change, not even by erasures. */
export interface BoardMonth extends Record<Move, number> {
  /** "2026-11" */
  month: string;
  /** At the end of the month; of the present month, now. */
  paying: number;
  monthlyInCents: number;
  /** Against the month before. */
  newInCents: number;
  endedInCents: number;
  changedInCents: number;
}

/** The most sign-ups that GET /api/admin/funnel/steps reads: the newest of the filter. */
export const MAX_STEPS_OF = 10_000;

/** GET /api/admin/funnel/steps, for the filter of the list: how people went from step to step. */
export interface SignupSteps {
  /** How many sign-ups were read. */
  of: number;
  /** Median seconds from the step before; null if no sign-up took the step. */
  medianSeconds: { verified: number | null; card: number | null; account: number | null };
  /** Sign-ups that were sent a code, that verified the phone, and that were sent more than one code. */
  codes: { sent: number; entered: number; several: number };
}

/** People whose card or invoice was declined last for a reason, in the word of the payment provider. */
export interface Decline {
  reason: string;
  people: number;
  /** Of them, who saved a card, or paid the invoice, since. */
  resolved: number;
}

/** GET /api/admin/funnel/declines, for the filter of the list: cards at sign-up and later invoices; the most frequent reason first. */
export interface Declines {
  cards: Decline[];
  invoices: Decline[];
}
