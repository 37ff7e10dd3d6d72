import * as z from 'zod/mini';
import { FIELD_MESSAGES } from '../messages.ts';
import { email } from '../text.ts';
import { type FoundKind, FOUND_KINDS } from './search.ts';

/** Privacy requests by email address, for administrators: find, hand over, unsubscribe, erase. */

/** POST /api/admin/privacy/find, /file and /unsubscribe */
export const privacyBody = z.object({ email });
/** POST /api/admin/privacy/erase */
export const privacyErasureBody = z.object({ email, confirm: z.literal('ERASE', FIELD_MESSAGES.invalid) });

export type PrivacyKind = Exclude<FoundKind, 'invoice'>;
export const PRIVACY_KINDS = (Object.keys(FOUND_KINDS) as FoundKind[]).filter((kind) => kind !== 'invoice');

/** GET /api/admin/privacy/{kind}/{id}: the email of the person of a record. */
export interface PrivacyPerson {
  email: string;
}

/** One thing that a person sent. `at` is when. */
export interface PrivacyRecord {
  kind: PrivacyKind;
  id: number;
  state: string;
  at: string;
}

/** The answer of /find. Empty `records`: nothing is stored under the address. */
export interface PrivacyRecords {
  records: PrivacyRecord[];
}

/**
 * The answer of /file: every stored row about the person by table, in the words of the database. Without secrets, keys and
 * fingerprints, which are not about the person.
 */
export interface PersonFile {
  email: string;
  createdAt: string;
  tables: Record<string, Record<string, unknown>[]>;
}

/** The answer of /erase, with the number of erased rows. */
export interface PrivacyErasure {
  success: true;
  applications: number;
  trialRequests: number;
  newsletterSubscriptions: number;
}
