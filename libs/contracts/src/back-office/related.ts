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
 * Whose a record is that shares an email or phone: the person's, who has proven it; no one's, because no one has proven an email or
 * phone of it; or another person's, who has.
 */
export type Proof = 'own' | 'none' | 'other';

/** Another record that shares `matched`: 'email', 'phone' or 'card'. `proof` is of an email or phone. */
export type RelatedRecord = Exclude<FoundRecord, { kind: 'invoice' }> & {
  /** Of a sign-up: where it stands, as on its page, and its account. */
  standing?: Standing;
  accountId?: number | null;
  proof?: Proof;
};
