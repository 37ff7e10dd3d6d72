import type { TierId } from '../plans.ts';
import type { FunnelCounts } from './lists.ts';

/** GET /api/admin/revenue: the present month and the twelve before, newest first, in the zone of the organization. */
export interface Revenue {
  cohorts: Cohort[];
  billed: BilledMonth[];
}

/** The sign-ups of one month, without superseded and erased ones, and what became of them. */
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

/** Paid invoices by the month of payment, in cents, for each plan that was billed. */
export interface BilledMonth {
  month: string;
  invoices: number;
  cents: Partial<Record<TierId, number>>;
}

/** The most sign-ups that GET /api/admin/funnel/steps reads: the newest of the filter. */
export const MAX_STEPS_OF = 10_000;

/** The most sources that it names, the most frequent. */
export const MAX_GROUPS = 10;

/** GET /api/admin/funnel/steps, for the filter of the list: how people went from step to step. */
export interface SignupSteps {
  /** How many sign-ups were read. */
  of: number;
  /** Median seconds from the step before; null if no sign-up took the step. */
  medianSeconds: { verified: number | null; card: number | null; account: number | null };
  /** Sign-ups that were sent a code, that verified the phone, and that were sent more than one code. */
  codes: { sent: number; entered: number; several: number };
  /** Answers to "How did you hear about us?", the most frequent first. */
  sources: (Pick<FunnelCounts, 'registered' | 'account'> & { source: string })[];
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
