import * as z from 'zod/mini';
import { civilDate } from '../dates.ts';
import { LIST_MESSAGES } from './trial-filter-values.ts';

/** What needs a person: computed from the records themselves, so an item leaves by itself when its cause is gone. */

/** Most urgent first. */
export const QUEUE_KINDS = ['opening', 'payment', 'request', 'application', 'card', 'code'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

export interface QueueItem {
  /** Of the sign-up, the application or the trial request. */
  id: number;
  name: string;
  churchName: string;
  /** When it began to need a person. */
  since: string;
  /** Of an application: the civil day by which an answer was promised. */
  dueOn?: string;
  /** The email of the member of staff who has taken it. */
  owner: string | null;
}

export interface QueueGroup {
  kind: QueueKind;
  /** All items, of which the oldest are listed. */
  count: number;
  items: QueueItem[];
}

/** GET /api/admin/queue */
export interface Queue {
  groups: QueueGroup[];
  /** Changes when anyone takes, releases, snoozes or closes an item. */
  version: string;
  /** The first civil day of the sign-ups that `card` and `code` consider. */
  from: string;
}

/** The most items that a group lists. */
export const QUEUE_GROUP_SIZE = 20;
/** Visitors who stopped earlier have had their reminders. */
export const QUEUE_VISITOR_DAYS = 7;
export const LONGEST_SNOOZE_DAYS = 90;

/** POST /api/admin/queue/{kind}/{id}/{action}. `done` hides an item until it needs a person anew. */
export const QUEUE_ACTIONS = {
  take: z.object({}),
  release: z.object({}),
  snooze: z.object({ until: civilDate(LIST_MESSAGES.date) }),
  done: z.object({}),
} as const;
export type QueueAction = keyof typeof QUEUE_ACTIONS;
export const QUEUE_ACTION_NAMES = Object.keys(QUEUE_ACTIONS) as QueueAction[];
