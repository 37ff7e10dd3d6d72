import * as z from 'zod/mini';
import { instant, isCivilDate } from '../civil-date.ts';
import { type FieldHeader, FILED_FIELDS, SIGN_UP_FIELDS, type SignUpDetails } from '../sign-up-fields.ts';

/** The lists of the back office: query parameters and rows. */

export const LIST_MESSAGES = {
  date: 'Please choose a valid date',
  reversed: 'The start date must not be after the end date',
  invalid: 'Invalid input',
  columns: 'Please choose from the columns there are, each once',
} as const;

const day = z.optional(
  z.string(LIST_MESSAGES.date).check(z.refine((value) => value === '' || isCivilDate(value), LIST_MESSAGES.date)),
);

export const TRIAL_SORTS = ['createdAt', 'name', 'email', 'churchName'] as const;

const short = z
  .string(LIST_MESSAGES.invalid)
  .check(z.maxLength(200, LIST_MESSAGES.invalid), z.refine(isStorable, LIST_MESSAGES.invalid));
/** PostgreSQL keeps no NUL. */
function isStorable(value: string): boolean {
  return !value.includes('\0');
}

const sort = z.optional(
  z.string(LIST_MESSAGES.invalid).check(z.regex(new RegExp(`^-?(${TRIAL_SORTS.join('|')})$`), LIST_MESSAGES.invalid)),
);
const limit = z.optional(
  z.string(LIST_MESSAGES.invalid).check(z.regex(/^([1-9]\d{0,2}|1000)$/, LIST_MESSAGES.invalid)),
);

/**
 * The filter of /admin, on screen and in a file. Days are inclusive in the organization's zone; `since` is an instant,
 * for "since my last export". `sort` is a column, with a minus for descending; the newest come first without one.
 */
export const trialFilter = z
  .object({
    startDate: day,
    endDate: day,
    since: z.optional(instant(LIST_MESSAGES.date)),
    q: z.optional(short),
    sort,
  })
  .check(
    z.refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
      message: LIST_MESSAGES.reversed,
      path: ['startDate'],
    }),
  );
export type TrialFilter = z.infer<typeof trialFilter>;

/** Lists that have only a search box. */
export const searchFilter = z.object({ q: z.optional(short) });
export type SearchFilter = z.infer<typeof searchFilter>;

/** GET /api/admin/newsletter */
export const subscriberFilter = z.object({
  q: z.optional(short),
  status: z.optional(z.enum(['pending', 'confirmed', 'unsubscribed'], LIST_MESSAGES.invalid)),
});
export type SubscriberFilter = z.infer<typeof subscriberFilter>;

/** Query parameters of a file besides the list's own filter. The byte order mark is for Excel; `bom=0` leaves it out. */
export const fileQuery = z.object({ bom: z.optional(z.enum(['0', '1'], LIST_MESSAGES.invalid)) });
export type FileQuery = z.infer<typeof fileQuery>;

/** `links=1` adds to the newsletter's file the link that unsubscribes each reader, which the audit records. */
export const subscriberFileQuery = z.extend(fileQuery, { links: z.optional(z.enum(['1'], LIST_MESSAGES.invalid)) });
export type SubscriberFileQuery = z.infer<typeof subscriberFileQuery>;

/** A page of a list: at most 1,000 rows; `cursor` comes from the Link header of the previous response. */
export const pageQuery = z.object({ limit, cursor: z.optional(short) });
export type PageQuery = z.infer<typeof pageQuery>;

type ListedField = 'firstName' | 'lastName' | 'email' | 'phone' | 'churchName' | 'position' | 'churchSize';

/** GET /api/admin/trial-signups. For support, phone and email are masked. */
export interface TrialSignupRow extends Pick<SignUpDetails, ListedField> {
  id: number;
  createdAt: string;
  /** The chart's state. */
  state: string;
}

/** GET /api/incomplete-trials/json: the phone is proven, no card, no account, not superseded. */
export interface IncompleteTrialRow extends TrialSignupRow {
  churchCity: string;
  churchState: string;
  message?: string;
  /** For support, instead of the message: support reads it by revealing the person on the sign-up's page. */
  messageHidden?: true;
  contactedAt?: string;
}

const AGREED = [
  'Date',
  'Name',
  'Email',
  'Phone',
  'Church',
  'Position',
  'Church Size',
  'Trial ID',
  'State',
  'Ministry',
  'City',
  'Church State',
  'Plan',
  'Phone Verified',
  'Card Saved',
  'Trial Ends',
  'How Heard',
  'Church Software',
  'Message',
] as const;
export type TrialColumn = (typeof AGREED)[number] | FieldHeader;
/** Columns of the sign-ups' file: the agreed order, then any later field. The first seven are the table's and the default. */
export const TRIAL_COLUMNS: readonly TrialColumn[] = [
  ...new Set<TrialColumn>([...AGREED, ...FILED_FIELDS.map((name) => SIGN_UP_FIELDS[name].header)]),
];
export const DEFAULT_TRIAL_COLUMNS = TRIAL_COLUMNS.slice(0, 7);

/** Columns are separated by commas; they are written in the requested order, each once. */
export const trialFileQuery = z.extend(fileQuery, {
  columns: z.optional(
    z.string(LIST_MESSAGES.invalid).check(z.refine((names) => columnsOf(names) !== undefined, LIST_MESSAGES.columns)),
  ),
});
export type TrialFileQuery = z.infer<typeof trialFileQuery>;

/** The columns named by `columns=`, the table's without it; undefined when one is unknown or named twice. */
export function columnsOf(names = ''): readonly TrialColumn[] | undefined {
  if (!names) return DEFAULT_TRIAL_COLUMNS;
  const asked = names.split(',').map((name) => TRIAL_COLUMNS.find((column) => column === name.trim()));
  const known = asked.filter((column) => column !== undefined);
  return known.length === asked.length && new Set(known).size === known.length ? known : undefined;
}

/** GET /api/admin/funnel, for the same filter: how far sign-ups got, in total and by the day they began. */
export interface FunnelCounts {
  registered: number;
  verified: number;
  card: number;
  account: number;
}
export interface Funnel extends FunnelCounts {
  days: (FunnelCounts & { day: string })[];
}

/** GET /api/admin/exports: every export, newest first. */
export interface ExportRow {
  id: number;
  at: string;
  by: string;
  list: 'trial-signups' | 'incomplete-trials' | 'ambassadors' | 'trial-requests' | 'newsletter';
  filter: Record<string, string>;
  columns: string[];
  outcome: 'running' | 'complete' | 'failed' | 'cancelled';
  rows: number | null;
  bytes: number | null;
  sha256: string | null;
}

/** GET /api/admin/audit: an exact action, subject or email address of staff. */
export const auditFilter = z.object({ action: z.optional(short), subject: z.optional(short), by: z.optional(short) });
export type AuditFilter = z.infer<typeof auditFilter>;

/** Its rows, newest first. */
export interface AuditRow {
  id: number;
  at: string;
  /** The staff member who acted; null for a failed sign-in, whose typed email is not stored. */
  by: string | null;
  action: string;
  subject: string | null;
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

export interface TrialRequestRow {
  id: number;
  createdAt: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  position: string;
  churchName: string;
  churchCity: string;
  churchState: string;
  churchSize: string;
  yearsInMinistry: string;
  /** Null for support. */
  whyInterested: string | null;
}

export interface SubscriberRow {
  id: number;
  email: string;
  status: 'pending' | 'confirmed' | 'unsubscribed';
  requestedAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
}
