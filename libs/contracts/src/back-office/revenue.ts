import type { TierId } from '../plans.ts';

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
