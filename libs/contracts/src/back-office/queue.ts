import * as z from 'zod/mini';
import { civilDate } from '../dates.ts';
import type { TierId } from '../plans.ts';
import { staffName } from './sign-in.ts';
import { LIST_MESSAGES } from './trial-filter-values.ts';

/** What needs a person: computed from the records themselves, so an item leaves by itself when its cause is gone. */

/**
 * Most urgent first. `erasure`: a request to erase a person waits for a second member of staff; `disputed`: the bank wants an answer about a payment; `provider`: work on a sign-up is repeated until its provider answers; `cardMissing`: no card is there for a member's next payment; `cardExpiring`: it expires before.
 * `memberMail` and `visitorMail`: the last mail to the person came back. `unreported`: the payment provider could not be asked whether a card was stored; `emailRefused`: the owner of a
 * member's email refused a new one; `emailClaimed`: the owner of a mailbox said that the account which has it is not theirs;
 * `deadJobs`: jobs that failed for good, by cause.
 */
export const QUEUE_KINDS = [
  'erasure',
  'opening',
  'payment',
  'disputed',
  'provider',
  'cardMissing',
  'cardExpiring',
  'memberMail',
  'unreported',
  'emailRefused',
  'emailClaimed',
  'deadJobs',
  'request',
  'application',
  'visitorMail',
  'card',
  'code',
] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** What a member of staff takes: a sign-up as a whole, whichever groups it is in. Any other item is a record of its own. */
const OWNED_KINDS = ['signup', 'request', 'application', 'deadJobs'] as const;
export type OwnedKind = (typeof OWNED_KINDS)[number];
export const ownedKindOf = (kind: QueueKind | OwnedKind): OwnedKind =>
  OWNED_KINDS.find((owned) => owned === kind) ?? 'signup';

/** Work on a sign-up that is repeated until its provider answers. */
export interface WaitingWork {
  /** What is done. */
  queue: string;
  tries: number;
  nextAt: string;
}

export interface QueueItem {
  /** Of the sign-up, the application, the trial request or the cause. */
  id: number;
  /** Empty for dead jobs. */
  name: string;
  churchName: string;
  /** When it began to need a person. */
  since: string;
  /** Of an application or an erasure: the civil day by which it was promised. */
  dueOn?: string;
  /** Of a member whose payment is past due: how much, of which plan, and when staff last contacted the person. */
  owes?: { inCents: number; plan: TierId; contactedAt: string | null };
  /** Of a sign-up that waits for a provider. */
  waits?: WaitingWork;
  /** Of an erasure: the email of the member of staff who requested it. */
  requestedBy?: string;
  /** Of a disputed payment: the civil day by which the bank wants an answer, and the page where it is given. */
  answer?: { by: string | null; page: string };
  /** Of a claimed mailbox: when a mailed link proved it to the member; null for never. */
  emailProvenAt?: string | null;
  /** Of dead jobs: what failed, and for how many subjects. */
  cause?: { queue: string; error: string; jobs: number };
  /** The member of staff who has taken it. */
  owner: string | null;
  /** While it is snoozed. */
  snoozedUntil?: string;
}

export interface QueueGroup {
  kind: QueueKind;
  /** All items, of which the oldest are listed; GET /api/admin/queue/{kind} has them all, in pages. */
  count: number;
  /** How many more are snoozed; GET /api/admin/queue/{kind}?snoozed=1 has them. */
  snoozed: number;
  items: QueueItem[];
}

/** GET /api/admin/queue */
export interface Queue {
  groups: QueueGroup[];
}

export const queueFilter = z.object({ snoozed: z.optional(z.enum(['1'], LIST_MESSAGES.invalid)) });

/** GET /api/admin/queue/{kind}/{id}, of a queue kind or `signup` */
export interface Owner {
  owner: string | null;
  /** The tag of the owner, for If-Match of `take-over`. */
  seen: string;
}

/** The most items that a group lists. */
export const QUEUE_GROUP_SIZE = 20;
/** Visitors who stopped earlier have had their reminders. */
export const QUEUE_VISITOR_DAYS = 7;
export const LONGEST_SNOOZE_DAYS = 90;
/** Days without a change of its record after which an item has no owner. */
export const OWNER_DAYS = 14;
/** Days from the request of an erasure to its due day. */
export const ERASURE_DAYS = 30;

/** Of the items that are not closed by hand, an erasure is approved or withdrawn, and dead jobs are retried or dismissed. */
const NOT_BY_HAND: ReadonlySet<QueueKind> = new Set<QueueKind>(['erasure', 'provider', 'deadJobs']);
export const isClosedByHand = (kind: QueueKind): boolean => !NOT_BY_HAND.has(kind);

/**
 * POST /api/admin/queue/{kind}/{id}/{action}. `done` hides an item until it needs a person anew; `reopen` brings a snoozed or a
 * done one back. A sign-up as a whole (kind `signup`) can only be taken, taken over, assigned and released.
 */
export const QUEUE_ACTIONS = ['take', 'take-over', 'release', 'done', 'reopen'] as const;
export type QueueAction = (typeof QUEUE_ACTIONS)[number] | 'snooze' | 'assign';
/** The actions that change the owner of a record. */
const OWNER_ACTIONS = ['take', 'take-over', 'release', 'assign'] as const satisfies QueueAction[];
export type OwnerAction = (typeof OWNER_ACTIONS)[number];
export const isOwnerAction = (action: QueueAction): action is OwnerAction =>
  (OWNER_ACTIONS as readonly QueueAction[]).includes(action);

/** A row of GET /api/admin/queue/staff: all accounts, by name. */
export interface Colleague {
  id: number;
  name: string;
  /** Whether an item can be assigned to it: it can sign in. */
  canOwn: boolean;
}

/** POST /api/admin/queue/{kind}/{id}/assign: to the name of a member of staff. */
export const assignBody = z.object({ to: staffName });

/** GET /api/admin/queue/done: what was closed by hand today, the newest first, at most 50. */
export interface DoneItem extends Pick<QueueItem, 'id' | 'name'> {
  kind: QueueKind;
  at: string;
}

/** POST /api/admin/queue/{kind}/{id}/snooze */
export const snoozeBody = z.object({ until: civilDate(LIST_MESSAGES.date) });
