import type { Standing } from './inspector.ts';
import type { FoundRecord } from './search.ts';

/** POST /api/admin/ambassadors/{id}/reveal and /api/admin/trial-requests/{id}/reveal: what is masked for support. */
export interface RevealedForm {
  masked: false;
  email: string;
  phone: string;
  whyInterested: string;
}

/**
 * Another record of the same person. `matched` is what it shares: 'email', 'phone' or 'card'. A phone counts when a code
 * has verified it; two sign-ups share it without one, too.
 */
export type RelatedRecord = Exclude<FoundRecord, { kind: 'invoice' }> & {
  /** Of a sign-up: where it stands, as on its page, and its account. */
  standing?: Standing;
  accountId?: number | null;
};
