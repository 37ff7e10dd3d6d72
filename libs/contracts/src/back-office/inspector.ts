import * as z from 'zod/mini';
import type { StoredCard } from '../answers.ts';
import { civilDate } from '../civil-date.ts';
import { FIELD_MESSAGES } from '../messages.ts';
import type { TierId } from '../plans.ts';
import { text } from '../text.ts';
import { trialId } from '../calls.ts';
import { email, phone } from '../trial-signup.ts';

/** One sign-up as support sees it, and what support may do about it. */

/** POST /api/admin/trials/{id}/{repair}. Each may be repeated; each is confirmed on the screen and written to the journal and the audit. */
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

/** What a repair answers: a sentence for the person who pressed the button. A repeated click changes nothing more. */
export interface RepairAnswer {
  success: true;
  message: string;
  repeated?: true;
  /** Of `resend-code` inside the cooldown: when another may be sent. */
  resendAt?: string;
  /** Of `erase`: what goes with the sign-up, by what it is. */
  erased?: ErasureScope;
}

/** Everything that is known of one person under the e-mail of a sign-up. */
export interface ErasureScope {
  /** This one and the unfinished ones of the same e-mail, or of the same proven phone. */
  signups: number;
  accounts: number;
  applications: number;
  trialRequests: number;
  newsletterSubscriptions: number;
}

/** Whether a repair makes sense now, and if not, why. */
export interface RepairOffer {
  name: RepairName;
  possible: boolean;
  why?: string;
}

/** In words: where the sign-up is stuck, since when, why, and what to do next. */
export interface Diagnosis {
  tone: 'good' | 'waiting' | 'stuck' | 'ended';
  what: string;
  why: string;
  next: string;
  /** The instant it got there. */
  since: string;
  /** What to press, first choice first. */
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

/** What is hidden until it is revealed is masked, or null. */
export interface InspectedPerson {
  masked: boolean;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  gender: string | null;
  birthdate: string | null;
  message: string | null;
}

/** The subscription as we mirror it, with its invoices, newest first. */
export interface InspectedSubscription {
  status: string;
  plan: TierId;
  trialEndsAt: string;
  periodEndsAt: string;
  /** When it ends by itself, if it is to. */
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
  /** Months with more active users than the plan is for, newest first. */
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
  church: {
    name: string;
    ministry: string;
    city: string;
    state: string;
    position: string;
    size: string;
    howHeardAbout: string;
    software: string;
  };
  plan: TierId;
  card: StoredCard | null;
  phoneVerifiedAt: string | null;
  cardSavedAt: string | null;
  trialEndsAt: string | null;
  contactedAt: string | null;
  /** A privacy request was made. It waits for approval or for its time to come, and can be undone. */
  erasureAskedAt: string | null;
  /** A privacy request was carried out: only states and dates are left. */
  erasedAt: string | null;
  supersededBy: number | null;
  stripe: { customerId: string | null; setupIntentId: string | null; subscriptionId: string | null };
  account: { id: number; status: string; openedAt: string | null } | null;
  subscription: InspectedSubscription | null;
  /** Others of the same phone or e-mail, newest first, at most 20. */
  related: RelatedTrial[];
  /** Others whose card is the same, newest first, at most 20: one church with several ministries, or one free trial after the other. */
  sameCard: RelatedTrial[];
  diagnosis: Diagnosis;
  codes: CodeAttempt[];
  timeline: TimelineEntry[];
  repairs: RepairOffer[];
}

/** GET /api/admin/trials?q= : anything that may name a sign-up. At most 20. */
export interface FoundTrial {
  id: number;
  name: string;
  churchName: string;
  state: string;
  createdAt: string;
  /** What of the sign-up the search met: 'phone', 'e-mail', 'Stripe id', ... */
  matched: string;
}

/** GET /api/admin/health */
export interface Health {
  codesSent: number;
  codesVerified: number;
  /** Seconds between the provider's event and our taking it, over the last hour; null when none came. */
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
  /** How often it has failed for good since it last succeeded. */
  count: number;
  error: string;
}
