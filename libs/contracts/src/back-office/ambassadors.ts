import * as z from 'zod/mini';
import type { TimelineEntry } from './inspector.ts';

/** The review of ambassador applications. */

export const AMBASSADOR_ACTIONS = ['start-review', 'approve', 'decline', 'withdraw'] as const;
/** POST /api/admin/ambassadors/{id}/{action}: 200 {success}; 409 when the application is in another state by now. */
export type AmbassadorAction = (typeof AMBASSADOR_ACTIONS)[number];

export const ambassadorFilter = z.object({
  state: z.optional(z.enum(['open', 'submitted', 'inReview', 'approved', 'declined', 'withdrawn'])),
  q: z.optional(z.string().check(z.maxLength(200))),
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
  /** Business days gone by since it was submitted, and the civil days by which it was promised: after 5 and after 7. */
  businessDays: number;
  dueFrom: string;
  dueBy: string;
}

/** GET /api/admin/ambassadors/{id} */
export interface AmbassadorDetail extends AmbassadorRow {
  churchSize: string;
  yearsInMinistry: string;
  /** Null for support. */
  whyInterested: string | null;
  masked: boolean;
  actions: AmbassadorAction[];
  timeline: TimelineEntry[];
}
