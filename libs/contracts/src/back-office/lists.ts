import * as z from 'zod/mini';
import { day, isInOrder, REVERSED, short } from './trial-filter.ts';
import { LIST_MESSAGES } from './trial-filter-values.ts';
import type { TierId } from '../plans.ts';
import type { FILED_FIELDS, SignUpDetails } from '../sign-up-fields.ts';
import type { AuditAction } from './audit.ts';
import { columnsOf } from './trial-columns.ts';

/** The lists of the back office: query parameters and rows. The filter of the sign-ups is in `trial-filter.ts`. */

const limit = z.optional(
  z.string(LIST_MESSAGES.invalid).check(z.regex(/^([1-9]\d{0,2}|1000)$/, LIST_MESSAGES.invalid)),
);

/** Contains the encrypted sort key of a row, such as a name in letters of four bytes. */
const LONGEST_CURSOR = 2000;

/** Lists that have only a search box. */
export const searchFilter = z.object({ q: z.optional(short) });
export type SearchFilter = z.infer<typeof searchFilter>;

/** GET /api/admin/newsletter */
export const subscriberFilter = z.object({
  q: z.optional(short),
  status: z.optional(z.enum(['pending', 'confirmed', 'unsubscribed'], LIST_MESSAGES.invalid)),
});
export type SubscriberFilter = z.infer<typeof subscriberFilter>;

/**
 * Query parameters of a file besides the list's own filter. The byte order mark is for Excel; `bom=0` leaves it out.
 * `changed=1` leaves only the rows that were saved, or whose state changed, since the last complete file that the same member
 * of staff took of the same view: list, filter and search, whatever its columns and order. Without such a file it has all.
 */
export const fileQuery = z.object({
  bom: z.optional(z.enum(['0', '1'], LIST_MESSAGES.invalid)),
  changed: z.optional(z.enum(['1'], LIST_MESSAGES.invalid)),
});

/** `links=1` adds to the newsletter's file the link that unsubscribes each reader, which the audit records. */
export const subscriberFileQuery = z.extend(fileQuery, { links: z.optional(z.enum(['1'], LIST_MESSAGES.invalid)) });

/** A page of a list: at most 1,000 rows; `cursor` comes from the Link header of the previous response. */
export const pageQuery = z.object({
  limit,
  cursor: z.optional(z.string(LIST_MESSAGES.invalid).check(z.maxLength(LONGEST_CURSOR, LIST_MESSAGES.invalid))),
});
export type PageQuery = z.infer<typeof pageQuery>;

type ListedField = 'firstName' | 'lastName' | 'email' | 'phone' | 'churchName' | 'position' | 'churchSize';
type FiledField = (typeof FILED_FIELDS)[number];

/** GET /api/admin/trial-signups. For support, phone and email are masked. */
export interface TrialSignupRow
  extends Pick<SignUpDetails, ListedField>, Partial<Pick<SignUpDetails, Exclude<FiledField, ListedField>>> {
  id: number;
  createdAt: string;
  /** The chart's state. */
  state: string;
  /** The state of a member's subscription. */
  subscriptionState?: string;
  /** For support, instead of the message: support reads it by revealing the person on the sign-up's page. */
  messageHidden?: true;
  /** These and the fields that are not in every row: only if `columns` names their column. */
  plan?: TierId;
  phoneVerifiedAt?: string;
  cardSavedAt?: string;
  trialEndsAt?: string;
  inStateSince?: string;
  /** The unpaid part of the open invoices. */
  owedInCents?: number;
  contactedAt?: string;
  /** The member of staff who has taken it. */
  owner?: string;
}

/** GET /api/incomplete-trials/json: the phone is proven, no card, no account, not superseded. */
export interface IncompleteTrialRow extends TrialSignupRow {
  churchCity: string;
  churchState: string;
}

/** Columns are separated by commas, each once. A file has them in the requested order; a row of the list has their values. */
export const trialColumnsQuery = z.object({
  columns: z.optional(
    z.string(LIST_MESSAGES.invalid).check(z.refine((names) => columnsOf(names) !== undefined, LIST_MESSAGES.columns)),
  ),
});
export const trialFileQuery = z.extend(fileQuery, trialColumnsQuery.shape);

/** GET /api/admin/funnel, for the same filter: how far sign-ups got, in total and by the day they began. Erased ones count, too. */
export interface FunnelCounts {
  registered: number;
  verified: number;
  card: number;
  account: number;
}
export interface Funnel extends FunnelCounts {
  days: (FunnelCounts & { day: string })[];
}

export const FUNNEL_GROUPS = ['plan', 'churchSize', 'position', 'churchState', 'source'] as const;
/** GET /api/admin/funnel/groups, for the same filter: the counts of each plan, church size and so on, the largest group first. */
export const funnelGroupQuery = z.object({ by: z.enum(FUNNEL_GROUPS, LIST_MESSAGES.invalid) });
export type FunnelGroupQuery = z.infer<typeof funnelGroupQuery>;
export interface FunnelGroup extends FunnelCounts {
  /**
   * The plan, the church size, the position, the church's state, or the place of the answer to "How did you hear" in `SOURCES`.
   * Empty for sign-ups without one, and for a state that an erasure did not keep.
   */
  value: string;
}

/** GET /api/admin/trial-signups/export/last, for the same query as the file. */
export interface LastFile {
  /** When the last complete file of this view by this member of staff began; null if there is none. */
  at: string | null;
  /** How many rows of the view are new or changed since. */
  rows: number;
  /** Whether a file of this view is being sent. */
  running: boolean;
}

/** GET /api/admin/exports: every export, newest first. */
export interface ExportRow {
  id: number;
  at: string;
  by: string;
  list:
    | 'trial-signups'
    | 'incomplete-trials'
    | 'ambassadors'
    | 'trial-requests'
    | 'newsletter'
    | 'board'
    | 'board-states';
  filter: Record<string, string>;
  columns: string[];
  outcome: 'running' | 'complete' | 'failed' | 'cancelled';
  rows: number | null;
}

/** GET /api/admin/audit: an action; a subject or words of what it is about; a part of the name or email of staff. */
export const auditFilter = z
  .object({
    startDate: day,
    endDate: day,
    action: z.optional(short),
    subject: z.optional(short),
    by: z.optional(short),
  })
  .check(z.refine(isInOrder, REVERSED));
export type AuditFilter = z.infer<typeof auditFilter>;

/** Its rows, newest first. */
export interface AuditRow {
  id: number;
  at: string;
  /** The staff member who acted; null for a failed sign-in, whose typed email is not stored. */
  by: string | null;
  action: AuditAction;
  /** Such as `trial:123`. */
  subject: string | null;
  /** The current name of the record; null for an entry without a record, and after an erasure. */
  about: string | null;
  /** The previous owner of an item that was taken over, or the new owner of an item that was assigned. */
  colleague: string | null;
  detail: Record<string, string | number | boolean | null>;
  /** Null for a command on the server. */
  address: string | null;
  requestId: string;
}

/** GET /api/admin/database-stats: live counts by table. */
export type DatabaseStats = Record<
  | 'users'
  | 'trial_signups'
  | 'ambassador_applications'
  | 'subscriptions'
  | 'prices'
  | 'products'
  | 'payments'
  | 'churches',
  number
>;

/** GET /api/admin/users. For support, phone and email are masked. */
export interface UserRow {
  id: number;
  trialId: number;
  status: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  churchName: string;
  openedAt: string | null;
}

export interface SubscriberRow {
  id: number;
  email: string;
  status: 'pending' | 'confirmed' | 'unsubscribed';
  requestedAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
}
