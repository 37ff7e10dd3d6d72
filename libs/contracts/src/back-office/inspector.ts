import * as z from 'zod/mini';
import type { Agreement } from '../agreements.ts';
import type { StoredCard } from '../answers.ts';
import { civilDate } from '../dates.ts';
import { isTakenBack, type PaymentDispute } from '../disputes.ts';
import type { ConsentReceipt } from '../consent.ts';
import type { NextCharge, PaymentPause } from '../plan.ts';
import { FIELD_MESSAGES } from '../messages.ts';
import { TIER_IDS, type TierId } from '../plans.ts';
import { trialId } from '../calls.ts';
import type { ChurchField, HiddenField, PersonField, SIGN_UP_FIELDS, SignUpFieldName } from '../sign-up-fields.ts';
import { email, optionalText, phone, text } from '../text.ts';
import { chosenRecords } from './privacy.ts';
import type { WaitingWork } from './queue.ts';
import type { RelatedRecord } from './related.ts';
import { LIST_MESSAGES } from './trial-filter-values.ts';

/** One sign-up as support sees it, and the support actions on it. */

/** Why a payment is refunded: the payment provider's reasons, in our words. */
export const REFUND_REASONS = {
  duplicate: 'Charged twice',
  fraudulent: 'Fraud',
  requested_by_customer: 'The member asked for it',
} as const;
export type RefundReason = keyof typeof REFUND_REASONS;

/** The provider's id of an invoice. */
const invoiceId = z.string(FIELD_MESSAGES.invalid).check(z.regex(/^in_\w{1,60}$/, FIELD_MESSAGES.invalid));

/** Dollars with up to two decimals, more than nothing: "5", "19.99". */
const dollarAmount = z
  .string(FIELD_MESSAGES.amount)
  .check(z.trim(), z.regex(/^(?!0*\.?0*$)\d{1,5}(\.\d{1,2})?$/, FIELD_MESSAGES.amount));

/** POST /api/admin/trials/{id}/{action}. Idempotent; confirmed in a dialog and written to the journal and the audit. */
export const SUPPORT_ACTIONS = {
  'resend-code': z.object({}),
  'send-resume-link': z.object({}),
  /** With `send`, a code goes to the new number at once; a member gets a link instead. */
  'correct-phone': z.object({ phone, send: z.optional(z.literal('code')) }),
  'correct-email': z.object({ email }),
  'undo-correction': z.object({}),
  'retry-opening': z.object({}),
  'send-payment-link': z.object({}),
  'cancel-signup': z.object({ confirm: z.literal('CANCEL', FIELD_MESSAGES.capitals) }),
  supersede: z.object({ by: trialId }),
  unsupersede: z.object({}),
  /** `also` are records of `ErasurePreview.unproven`. */
  erase: z.object({ confirm: z.literal('ERASE', FIELD_MESSAGES.capitals), also: chosenRecords }),
  'approve-erasure': z.object({}),
  'undo-erasure': z.object({}),
  'mark-contacted': z.object({}),
  'unmark-contacted': z.object({}),
  'resend-welcome': z.object({}),
  'send-plan-link': z.object({}),
  'end-plan-links': z.object({}),
  'move-trial-end': z.object({ until: civilDate(LIST_MESSAGES.date) }),
  'change-plan': z.object({ plan: z.enum(TIER_IDS, FIELD_MESSAGES.plan) }),
  'retry-invoice': z.object({}),
  /** `note` is for the team only. */
  refund: z.object({
    payment: invoiceId,
    amount: dollarAmount,
    reason: z.enum(Object.keys(REFUND_REASONS) as RefundReason[], FIELD_MESSAGES.reason),
    note: optionalText(FIELD_MESSAGES.required, 500),
  }),
  'email-receipt': z.object({ payment: invoiceId, email }),
  'cancel-subscription': z.object({}),
  'keep-subscription': z.object({}),
} as const;
export type SupportActionName = keyof typeof SUPPORT_ACTIONS;
export const SUPPORT_ACTION_NAMES = Object.keys(SUPPORT_ACTIONS) as SupportActionName[];

/** POST /api/admin/trials/{id}/notes */
export const staffNoteBody = z.object({ text: text(FIELD_MESSAGES.required, { min: 1, max: 2000, lines: true }) });

/** The response of a support action: a sentence for the staff member. A repeated click changes nothing more. */
export interface SupportActionAnswer {
  success: true;
  message: string;
  repeated?: true;
  /** Of `resend-code` inside the cooldown: when another may be sent. */
  resendAt?: string;
  /** Of `erase`: the related records that are erased with the sign-up, by kind. */
  erased?: ErasureScope;
}

/** All records under a proven phone or address of the person, and those that were chosen, by kind. */
export interface ErasureScope {
  /** This one and others without an account. */
  signups: number;
  accounts: number;
  /** Running ones, which are canceled. */
  subscriptions: number;
  applications: number;
  trialRequests: number;
  newsletterSubscriptions: number;
}

/** GET /api/admin/trials/{id}/erasure: what `erase` includes, and who has to approve it. */
export interface ErasurePreview extends ErasureScope {
  /** Records with an unproven email and phone, not counted in the scope. The erasure includes those that staff select. */
  unproven: RelatedRecord[];
  approval: 'none' | 'administrator';
  /** As that of an offer. */
  seen: string;
}

/**
 * Whether a support action is possible now, and if not, why. `seen` is the tag of what its dialog shows: sent back as If-Match, the
 * action is refused (409) when it has changed.
 */
export type SupportActionOffer = { name: SupportActionName } & (
  | { possible: true; seen: string }
  | { possible: false; why: string }
);

/** Where the sign-up is stuck, since when, why, and what to do next, in sentences. */
export interface Diagnosis {
  tone: 'good' | 'waiting' | 'stuck' | 'ended';
  what: string;
  why: string;
  next: string;
  /** When it entered the state; of a member, when the subscription did. */
  since: string;
  /** Suggested support actions, best first. */
  suggest: SupportActionName[];
  /** While no other code can be sent: when the last one was, and when another can be. */
  code?: { sentAt: string; resendAt: string };
}

/** Where the person stands, for the top of the page. */
export interface Standing {
  /** Of a member the state of the subscription, otherwise that of the sign-up. */
  state: string;
  /** One sentence with its date. */
  sentence: string;
  /** The unpaid part of the open invoices; 0 where nothing is owed. */
  owedInCents: number;
}

export interface TimelineEntry {
  id: string;
  at: string;
  kind: 'event' | 'note' | 'mail' | 'staff-note';
  /** The event's or the note's name, the mail's kind, or who wrote the note. */
  name: string;
  from?: string;
  to?: string;
  /** The email of a member of staff, or a role: `visitor`, `webhook`, `job`. */
  actor: string;
  /** Of a correction, for roles that see people unmasked: what the fields held before. */
  previous?: { field: SignUpFieldName; value: string }[];
  requestId?: string;
  /** Of a mail whose copy is kept: its key, for GET /api/admin/mails/{key}. */
  mailKey?: string;
  detail: Record<string, string | number | boolean | null>;
  text?: string;
}

/** The delivery status of a text. Twilio has one error code for a landline and for a carrier that cannot be reached. */
export type TextDelivery = 'delivered' | 'landline' | 'unknownNumber' | 'unreachable' | 'refused' | 'failed';

export interface CodeAttempt {
  phone: string;
  /** `notSent`: the provider did not take it. */
  status: 'live' | 'approved' | 'dropped' | 'expired' | 'notSent';
  sends: number;
  tries: number;
  /** The delivery status of the last text; null until the carrier reports one. */
  delivery: TextDelivery | null;
  startedAt: string;
  /** When another can be sent. */
  resendAt: string;
  expiresAt: string;
}

/** Personal data is masked or null until it is revealed. */
export type InspectedPerson = { masked: boolean } & {
  [Name in PersonField]: Name extends HiddenField ? string | null : string;
};

/** A right code proves a phone; a used link of our mail, or else the opened account, an email. */
export type ProvenBy = 'code' | 'link' | 'account';

/** Since when and by what the present phone or email is proven. */
export interface ContactProof {
  at: string;
  by: ProvenBy;
}

/** Civil days, both included. */
export interface DayRange {
  earliest: string;
  latest: string;
}

/** Our copy of an invoice. */
export interface InspectedPayment {
  id: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  plan: TierId;
  amountInCents: number;
  paidInCents: number;
  refundedInCents: number;
  dispute: PaymentDispute | null;
  /** The card that paid it. */
  card: StoredCard | null;
  periodFrom: string;
  periodTo: string;
  paidAt: string | null;
  /** The provider's page of the invoice, and its PDF; null for a masked role. */
  url: string | null;
  pdfUrl: string | null;
}

type Paid = Pick<InspectedPayment, 'paidInCents' | 'refundedInCents' | 'dispute'>;

/** Whether there is a payment to show a receipt of: not once the bank has given it back. */
export const isPaid = ({ paidInCents, dispute }: Paid): boolean => paidInCents > 0 && dispute?.state !== 'lost';

/** What of a payment can be refunded: nothing while the bank has it. */
export const refundableOf = ({ paidInCents, refundedInCents, dispute }: Paid): number =>
  isTakenBack(dispute?.state) ? 0 : paidInCents - refundedInCents;

/** Our copy of the Stripe subscription, with its invoices, newest first. */
export interface InspectedSubscription {
  status: string;
  plan: TierId;
  trialEndsAt: string;
  /** Where its end can be moved to; null after the trial. */
  trialEndRange: DayRange | null;
  periodEndsAt: string;
  /** When it ends, if it is canceled at period end. */
  cancelAt: string | null;
  monthlyInCents: number;
  nextCharge: NextCharge | null;
  pause: PaymentPause | null;
  card: StoredCard | null;
  payments: InspectedPayment[];
  /** Months with more active users than the plan includes, newest first. */
  overPlan: { closedAt: string; activeUsers: number; upgradeTo: TierId; acceptedAt: string | null }[];
}

/** `revealed` asks for the record unmasked, within an hour of one's own reveal of the person. */
export const inspectQuery = z.object({ revealed: z.optional(z.enum(['1'], LIST_MESSAGES.invalid)) });

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
  proven: Record<'phone' | 'email', ContactProof | null>;
  cardSavedAt: string | null;
  trialEndsAt: string | null;
  contactedAt: string | null;
  /** A requested erasure that waits for approval or for its delay, and can be undone. */
  erasureRequestedAt: string | null;
  /** Erased: only states, dates and what reports count are left. */
  erasedAt: string | null;
  supersededBy: number | null;
  stripe: { customerId: string | null; setupIntentId: string | null; subscriptionId: string | null };
  /** The base URL of Stripe's pages about objects, and Twilio's log of codes. */
  providerPages: { stripe: string; verifyLog: string };
  account: { id: number; status: string; openedAt: string | null } | null;
  subscription: InspectedSubscription | null;
  /** What the person agreed to; null before the card is stored, and for clients that sent no consent. */
  receipt: ConsentReceipt | null;
  /** What was agreed and changed, oldest first. */
  agreements: Agreement[];
  /**
   * A corrected email or phone that waits for its owner; masked for support. The email counts from `emailFrom` on, once its owner has
   * proven it; until then the owner of the old one can refuse it.
   */
  newContact: { email: string | null; emailProven: boolean; emailFrom: string | null; phone: string | null };
  /** The second address for receipts. It gets none before its owner has confirmed it. */
  receiptsEmail: { email: string; isConfirmed: boolean } | null;
  /** Since when another person claims the mailbox of the account, and when a mailed link proved it to the member. */
  emailClaim: { at: string; provenAt: string | null } | null;
  /** Other records of the same email or phone, by kind, newest first, at most 20 of a kind. */
  related: RelatedRecord[];
  /** Other sign-ups whose card is the same, newest first, at most 20: one church with several ministries, or one free trial after the other. */
  sameCard: RelatedRecord[];
  standing: Standing;
  /** What is repeated until a provider answers. */
  waiting: WaitingWork[];
  diagnosis: Diagnosis;
  codes: CodeAttempt[];
  /** Whether a code was sent to the current phone since it was entered. */
  codeSent: boolean;
  timeline: TimelineEntry[];
  supportActions: SupportActionOffer[];
}
