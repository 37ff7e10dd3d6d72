import * as z from 'zod/mini';
import { linkTokenBody, newsletterBody } from './applications.ts';
import type { Agreement } from './agreements.ts';
import { consentVersion } from './consent.ts';
import type { StoredCard } from './answers.ts';
import { code, CODE_CHANNELS } from './calls.ts';
import type { DisputeState } from './disputes.ts';
import type { DunningStage } from './dunning.ts';
import { FIELD_MESSAGES } from './messages.ts';
import { TIER_IDS, type TierId } from './plans.ts';

/** Self-service behind a signed link: /plan?token=… Each call carries the token in its body, which is never logged. */

/** POST /api/plan, /api/plan/cancel, /api/plan/keep, /api/plan/card: 410 `{linkOver: true}` for an expired or forged token. */
export const planTokenBody = linkTokenBody;

/** POST /api/plan/preview */
export const planPreviewBody = z.extend(linkTokenBody, { selectedPlan: z.enum(TIER_IDS, FIELD_MESSAGES.invalid) });

/** POST /api/plan/reactivate */
export const reactivateBody = z.extend(planPreviewBody, {
  /** What the preview says is charged today, and each month. */
  amountInCents: z.int(FIELD_MESSAGES.invalid).check(z.nonnegative(FIELD_MESSAGES.invalid)),
  monthlyInCents: z.int(FIELD_MESSAGES.invalid).check(z.nonnegative(FIELD_MESSAGES.invalid)),
  /** Of the card that the page shows. */
  cardSince: z.iso.datetime(FIELD_MESSAGES.invalid),
  consentVersion,
});
export type ReactivateBody = z.infer<typeof reactivateBody>;

/** POST /api/plan/change */
export const planChangeBody = z.extend(planPreviewBody, {
  prorationDate: z.optional(z.iso.datetime(FIELD_MESSAGES.invalid)),
});

/** POST /api/plan/receipts: the second address for receipts. */
export const planReceiptsBody = z.extend(linkTokenBody, newsletterBody.shape);

/** The form that sends a code to a corrected phone. */
export const phoneCodeBody = z.extend(linkTokenBody, {
  channel: z.optional(z.enum(CODE_CHANNELS, FIELD_MESSAGES.invalid)),
});

/** The form of the owner of the old email: keep it, or use the new one without the wait. */
export const newEmailAnswerBody = z.extend(linkTokenBody, { answer: z.enum(['keep', 'use'], FIELD_MESSAGES.invalid) });

/** The form that confirms it. */
export const confirmPhoneBody = z.extend(linkTokenBody, { code });

/** POST /api/plan/link: 202, the same for every address. */
export const planLinkBody = newsletterBody;

/** Where a subscription stands. Instants are ISO 8601 in UTC. */
export interface SubscriptionSummary {
  status: 'trialing' | 'active' | 'pastDue' | 'unpaid' | 'canceled';
  trialEndsAt: string;
  /** When the next payment is due, or when the paid period ends. */
  periodEndsAt: string;
  /** Set when the plan is canceled and runs until then. */
  cancelAt: string | null;
  /** Set once the subscription has ended. */
  endedAt: string | null;
  /** When the card is charged again for an invoice that it refused. */
  nextTryAt: string | null;
  /** Set while no payments are collected. */
  pause: PaymentPause | null;
  /** The member has asked for an erasure that has not begun: nothing is charged meanwhile. */
  erasureRequested: boolean;
}

/** Payments were paused at the payment provider; `until` is null where no end is set. */
export interface PaymentPause {
  until: string | null;
}

/** A plan as the page shows it. */
export interface PlanView extends SubscriptionSummary {
  firstName: string;
  plan: TierId;
  monthlyInCents: number;
  /** What is charged when the month or the trial ends; null when nothing is. */
  nextCharge: NextCharge | null;
  card: StoredCard | null;
  /** When this card began to pay. */
  cardSince: string | null;
  /** Newest first. An invoice of 0, with which a trial begins, is left out. */
  invoices: PlanInvoice[];
  /** The active users of the billing month that runs. */
  activeUsers: number;
  openInvoice: OpenInvoice | null;
  /** The upgrade that is offered after a month with more active users than the plan includes. */
  upgrade: PlanUpgrade | null;
  smaller: SmallerPlan | null;
  churchName: string;
  /** The last mail to the member came back. */
  mailReturned: boolean;
  /** The second address for receipts; nothing goes there before its owner has confirmed it. */
  receipts: { email: string; isConfirmed: boolean } | null;
  /** What was agreed and changed, oldest first. */
  agreements: Agreement[];
  /** Once it has ended: the way back. */
  reactivation: Reactivation | null;
}

/** A plan that has ended can be started again by the link of a mail and a code to the phone. */
interface Reactivation {
  /** The phone of the account, masked. */
  phone: string;
  /** Whether this link has proven it within the last hour. */
  isPhoneProven: boolean;
}

/** POST /api/plan/reactivate/verify: the link's token, with the phone proven. */
export interface PlanLinkAnswer {
  token: string;
}

/** POST /api/plan/reactivate/preview: what starting again costs. */
export interface ReactivationPreview {
  /** Charged today, after credits, discounts and tax. */
  amountInCents: number;
  lines: InvoiceLine[];
  monthlyInCents: number;
  /** The text to agree to, with its version. */
  text: string;
  consentVersion: string;
}

/** An unpaid invoice. */
export interface OpenInvoice {
  amountInCents: number;
  url: string;
  /** `clear` until it was refused. */
  stage: DunningStage;
  /** When the card is charged again. */
  nextTryAt: string | null;
  /** Why it was refused, in the bank's words: "insufficient funds". */
  reason: string | null;
}

/** A line of an invoice, in the words of the payment provider. A credit is negative. */
export interface InvoiceLine {
  text: string;
  amountInCents: number;
}

/** The next invoice, by the payment provider's own preview: after credits, discounts and tax. */
export interface NextCharge {
  amountInCents: number;
  lines: InvoiceLine[];
  /** What of it is for the rest of this month, after a change of plan; negative for a credit. */
  prorationInCents: number;
}

/** POST /api/plan/preview: what the plan would cost. `prorationDate` belongs into the change, so that it costs the same. */
export interface PlanPreview {
  nextCharge: NextCharge;
  monthlyInCents: number;
  prorationDate: string;
}

export interface PlanInvoice {
  /** The number printed on it; null for one without. */
  number: string | null;
  amountInCents: number;
  refundedInCents: number;
  lines: InvoiceLine[];
  status: 'open' | 'paid' | 'uncollectible' | 'void';
  /** Of a payment that its cardholder disputed at the bank. */
  dispute: DisputeState | null;
  periodFrom: string;
  periodTo: string;
  /** The invoice, and its PDF, at the payment provider. */
  url: string | null;
  pdfUrl: string | null;
}

/** Offered when a billing month closes above the plan's limit; takes effect only after POST /api/plan/upgrade. */
export interface PlanUpgrade {
  plan: TierId;
  activeUsers: number;
  /** The end of the billing month that caused the offer. */
  closedAt: string;
  /** Accepted; billed from the next month on. */
  accepted: boolean;
}

/** A smaller plan that would have been enough for those who were active. */
export interface SmallerPlan {
  plan: TierId;
  activeUsers: number;
}

/** POST /api/plan/card: the payment provider's page for changing the card. */
export interface CardPageAnswer {
  success: true;
  url: string;
}
