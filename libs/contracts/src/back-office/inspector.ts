import * as z from 'zod/mini';
import type { StoredCard } from '../answers.ts';
import { civilDate } from '../civil-date.ts';
import type { ConsentReceipt } from '../consent.ts';
import { FIELD_MESSAGES } from '../messages.ts';
import type { TierId } from '../plans.ts';
import { trialId } from '../calls.ts';
import type { ChurchField, HiddenField, PersonField, SIGN_UP_FIELDS } from '../sign-up-fields.ts';
import { email, phone, text } from '../text.ts';

/** One sign-up as support sees it, and the support actions on it. */

/** POST /api/admin/trials/{id}/{repair}. Idempotent; confirmed in a dialog and written to the journal and the audit. */
export const REPAIRS = {
  'resend-code': z.object({}),
  'send-resume-link': z.object({}),
  'correct-phone': z.object({ phone }),
  'correct-email': z.object({ email }),
  'retry-opening': z.object({}),
  'send-payment-link': z.object({}),
  'cancel-signup': z.object({}),
  supersede: z.object({ by: trialId }),
  erase: z.object({ confirm: z.literal('ERASE', FIELD_MESSAGES.invalid) }),
  'approve-erasure': z.object({}),
  'undo-erasure': z.object({}),
  'mark-contacted': z.object({}),
  'send-plan-link': z.object({}),
  'end-plan-links': z.object({}),
  'extend-trial': z.object({ until: civilDate(FIELD_MESSAGES.invalid) }),
  'cancel-subscription': z.object({}),
  'keep-subscription': z.object({}),
} as const;
export type RepairName = keyof typeof REPAIRS;
export const REPAIR_NAMES = Object.keys(REPAIRS) as RepairName[];

/** POST /api/admin/trials/{id}/notes */
export const staffNoteBody = z.object({ text: text(FIELD_MESSAGES.required, { min: 1, max: 2000, lines: true }) });

/** The response of a support action: a sentence for the staff member. A repeated click changes nothing more. */
export interface RepairAnswer {
  success: true;
  message: string;
  repeated?: true;
  /** Of `resend-code` inside the cooldown: when another may be sent. */
  resendAt?: string;
  /** Of `erase`: the related records that are erased with the sign-up, by kind. */
  erased?: ErasureScope;
}

/** All records of one person, found by the email of a sign-up. */
export interface ErasureScope {
  /** This one and the unfinished ones of the same email, or of the same proven phone. */
  signups: number;
  accounts: number;
  applications: number;
  trialRequests: number;
  newsletterSubscriptions: number;
}

/** Whether a support action is possible now, and if not, why. */
export interface RepairOffer {
  name: RepairName;
  possible: boolean;
  why?: string;
}

/** Where the sign-up is stuck, since when, why, and what to do next, in sentences. */
export interface Diagnosis {
  tone: 'good' | 'waiting' | 'stuck' | 'ended';
  what: string;
  why: string;
  next: string;
  /** When it entered the state. */
  since: string;
  /** Suggested support actions, best first. */
  suggest: RepairName[];
}

export interface TimelineEntry {
  id: string;
  at: string;
  kind: 'event' | 'note' | 'mail' | 'staff-note';
  /** The event's or the note's name, the mail's kind, or who wrote the note. */
  name: string;
  from?: string;
  to?: string;
  actor: string;
  requestId?: string;
  detail: Record<string, string | number | boolean | null>;
  text?: string;
}

export interface CodeAttempt {
  phone: string;
  status: 'live' | 'approved' | 'dropped' | 'expired';
  sends: number;
  tries: number;
  startedAt: string;
  expiresAt: string;
}

/** Personal data is masked or null until it is revealed. */
export type InspectedPerson = { masked: boolean } & {
  [Name in PersonField]: Name extends HiddenField ? string | null : string;
};

/** Our copy of the Stripe subscription, with its invoices, newest first. */
export interface InspectedSubscription {
  status: string;
  plan: TierId;
  trialEndsAt: string;
  periodEndsAt: string;
  /** When it ends, if it is canceled at period end. */
  cancelAt: string | null;
  card: StoredCard | null;
  payments: {
    number: string | null;
    status: string;
    amountInCents: number;
    paidInCents: number;
    createdAt: string;
    url: string | null;
  }[];
  /** Months with more active users than the plan includes, newest first. */
  overPlan: { closedAt: string; activeUsers: number; upgradeTo: TierId; acceptedAt: string | null }[];
}

export interface RelatedTrial {
  id: number;
  state: string;
  createdAt: string;
}

/** GET /api/admin/trials/{id} */
export interface InspectedTrial {
  id: number;
  state: string;
  createdAt: string;
  lastSeenAt: string;
  person: InspectedPerson;
  church: Record<(typeof SIGN_UP_FIELDS)[ChurchField]['church'], string>;
  plan: TierId;
  card: StoredCard | null;
  phoneVerifiedAt: string | null;
  cardSavedAt: string | null;
  trialEndsAt: string | null;
  contactedAt: string | null;
  /** A requested erasure that waits for approval or for its delay, and can be undone. */
  erasureAskedAt: string | null;
  /** Erased: only states and dates are left. */
  erasedAt: string | null;
  supersededBy: number | null;
  stripe: { customerId: string | null; setupIntentId: string | null; subscriptionId: string | null };
  account: { id: number; status: string; openedAt: string | null } | null;
  subscription: InspectedSubscription | null;
  /** What the person agreed to; null before the card is stored, and for clients that sent no consent. */
  receipt: ConsentReceipt | null;
  /** Others of the same phone or email, newest first, at most 20. */
  related: RelatedTrial[];
  /** Others whose card is the same, newest first, at most 20: one church with several ministries, or one free trial after the other. */
  sameCard: RelatedTrial[];
  diagnosis: Diagnosis;
  codes: CodeAttempt[];
  timeline: TimelineEntry[];
  repairs: RepairOffer[];
}

/** GET /api/admin/trials?q= : any text that may identify a sign-up. At most 20 results. */
export interface FoundTrial {
  id: number;
  name: string;
  churchName: string;
  state: string;
  createdAt: string;
  /** The field that matched: 'phone', 'email', 'Stripe id', ... */
  matched: string;
}

/** GET /api/admin/health */
export interface Health {
  codesSent: number;
  codesVerified: number;
  /** p95 webhook lag in seconds (event created to received) over the last hour; null without events. */
  webhookLagSeconds: number | null;
  oldestUnopened: { trialId: number; since: string } | null;
  deadJobs: number;
}

/** GET /api/admin/dead-jobs; POST /api/admin/dead-jobs/{id}/retry */
export interface DeadJob {
  id: string;
  queue: string;
  subjectId: string;
  failedAt: string;
  attempts: number;
  /** How often it became a dead letter since it last succeeded. */
  count: number;
  error: string;
}
