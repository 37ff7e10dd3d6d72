import * as z from 'zod/mini';
import { trialId } from '../calls.ts';
import { FIELD_MESSAGES } from '../messages.ts';
import { email } from '../text.ts';
import type { Proof } from './related.ts';
import { type FoundKind, FOUND_KINDS } from './search.ts';

/**
 * Privacy requests: administrators find, hand over and erase a person's records, and end subscriptions. The subject is the person who
 * has proven the email or, with `signup`, that sign-up.
 */

/** The ids of unproven records that staff have selected. */
export const chosenRecords = z.optional(z.array(trialId).check(z.maxLength(200, FIELD_MESSAGES.invalid)));

/** POST /api/admin/privacy/find and /unsubscribe */
export const privacyBody = z.object({ email, signup: z.optional(trialId) });
/** POST /api/admin/privacy/file */
export const privacyFileBody = z.extend(privacyBody, { also: chosenRecords });
/** POST /api/admin/privacy/erase */
export const privacyErasureBody = z.object({
  email,
  also: chosenRecords,
  confirm: z.literal('ERASE', FIELD_MESSAGES.capitals),
});

export type PrivacyKind = Exclude<FoundKind, 'invoice'>;
export const PRIVACY_KINDS = (Object.keys(FOUND_KINDS) as FoundKind[]).filter((kind) => kind !== 'invoice');

/** GET /api/admin/privacy/{kind}/{id}: the email of the person of a record. */
export interface PrivacyPerson {
  email: string;
}

/** One thing that was sent under an email or phone of the person. `at` is when. */
export interface PrivacyRecord {
  kind: PrivacyKind;
  id: number;
  state: string;
  at: string;
  matched: 'email' | 'phone';
  proof: Proof;
}

/**
 * The answer of /find. Empty `records`: nothing is stored under the address. Those with the proof `own` go along, those with
 * `none` if they are chosen.
 */
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
