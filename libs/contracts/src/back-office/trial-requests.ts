import * as z from 'zod/mini';
import { text } from '../text.ts';
import type { TimelineEntry } from './inspector.ts';
import { searchFilter } from './lists.ts';
import { WRITING_MESSAGES } from './messages.ts';
import type { RelatedRecord } from './related.ts';
import { LIST_MESSAGES } from './trial-filter-values.ts';

/** Trial requests: who has taken them, and how they were answered. */

export const REQUEST_STATES = ['new', 'answered', 'closed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** GET /api/admin/trial-requests; `open` are those that wait for an answer, as in the queue, the oldest first. */
export const trialRequestFilter = z.extend(searchFilter, {
  state: z.optional(z.enum(['open', ...REQUEST_STATES], LIST_MESSAGES.invalid)),
});
export type TrialRequestFilter = z.infer<typeof trialRequestFilter>;

export const REQUEST_ACTIONS = ['take', 'release', 'mark-answered', 'unmark-answered', 'close', 'reopen'] as const;
/** POST /api/admin/trial-requests/{id}/{action}: 200 {success}; 409 names the member of staff who has taken it. */
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

/** POST /api/admin/trial-requests/{id}/answers */
export const answerBody = z.object({
  text: text(WRITING_MESSAGES.answer, { min: 1, max: 5000, lines: true }),
});

export interface TrialRequestRow {
  id: number;
  createdAt: string;
  state: RequestState;
  /** The member of staff who has taken it. */
  owner: string | null;
  answeredAt: string | null;
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

/** An answer that was written on the page. */
export interface RequestAnswer {
  id: string;
  at: string;
  by: string;
  text: string;
  outcome: 'pending' | 'sent' | 'bounced';
}

/** GET /api/admin/trial-requests/{id} */
export interface TrialRequestDetail extends TrialRequestRow {
  answeredBy: string | null;
  closedAt: string | null;
  masked: boolean;
  /** Where it stands, in one sentence with its date. */
  standing: string;
  /** Other records of the same email or phone, as on the page of a sign-up. */
  related: RelatedRecord[];
  actions: RequestAction[];
  mayAnswer: boolean;
  /** The tag of owner, state and answer, sent back as If-Match. */
  seen: string;
  /** The subject of an answer's mail. */
  subject: string;
  /** Oldest first. */
  answers: RequestAnswer[];
  timeline: TimelineEntry[];
}
