import * as z from 'zod/mini';
import { text } from '../text.ts';
import type { TimelineEntry } from './inspector.ts';
import { WRITING_MESSAGES } from './messages.ts';
import type { RelatedRecord } from './related.ts';
import { short } from './trial-filter.ts';

/** The review of ambassador applications. */

export const DECISIONS = ['approve', 'decline'] as const;
/** POST /api/admin/ambassadors/{id}/{decision}: 200 AmbassadorAnswer; 409 when it is decided already. */
export type Decision = (typeof DECISIONS)[number];

export const isDecision = (name: string): name is Decision => (DECISIONS as readonly string[]).includes(name);

/** How long a decision can be undone. Then it is recorded and mailed. */
export const UNDO_SECONDS = 10;

export const MAX_DECISION_WORDS = 4000;

/** The body of a decision: all words of its mail; those of the template without any. */
export const decisionBody = z.object({
  words: z.optional(text(WRITING_MESSAGES.words, { min: 1, max: MAX_DECISION_WORDS, lines: true })),
});
export type DecisionBody = z.infer<typeof decisionBody>;

export interface AmbassadorAnswer {
  success: true;
  /** Until when POST /api/admin/ambassadors/{id}/undo undoes the decision. */
  undoUntil?: string;
  /** The tag of what can be undone, sent back as If-Match. */
  seen?: string;
}

/** The mail of a decision as its recipient reads it. A reviewer can change `words`, never what is `before` and `after` them. */
export interface DecisionMail {
  subject: string;
  before: string;
  words: string;
  after: string;
}

/** A decision, recorded or pending. */
export interface DecisionTaken {
  decision: Decision;
  /** The email of the staff member; null for decisions before it was stored. */
  by: string | null;
  /** What the reviewer wrote in place of the words of the mail; empty for the original words, and for support. */
  words: string;
  /** Of a pending decision. */
  undoUntil?: string;
}

export const ambassadorFilter = z.object({
  state: z.optional(z.enum(['open', 'approved', 'declined'])),
  q: z.optional(short),
});
export type AmbassadorFilter = z.infer<typeof ambassadorFilter>;

/** GET /api/admin/ambassadors, the oldest open one first. */
export interface AmbassadorRow {
  id: number;
  state: string;
  createdAt: string;
  decidedAt: string | null;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  position: string;
  churchName: string;
  churchCity: string;
  churchState: string;
  /** Business days gone by since it was submitted, and the civil day by which an answer was promised: after 7. */
  businessDays: number;
  dueBy: string;
  /** In the list: the email of the member of staff who has taken it. */
  owner?: string | null;
}

/** GET /api/admin/ambassadors/{id} */
export interface AmbassadorDetail extends AmbassadorRow {
  churchSize: string;
  yearsInMinistry: string;
  /** Null for support. */
  whyInterested: string | null;
  masked: boolean;
  /** Erased: only states and dates are left. */
  erased: boolean;
  /** Where it stands, in one sentence with its date. */
  standing: string;
  /** Other records of the same email or phone, as on the page of a sign-up. */
  related: RelatedRecord[];
  /** The tag of state and decision, sent back as If-Match. */
  seen: string;
  taken: DecisionTaken | null;
  /** The emails of the decisions; null if the reader cannot decide, or the application is decided. */
  mails: Record<Decision, DecisionMail> | null;
  timeline: TimelineEntry[];
}
