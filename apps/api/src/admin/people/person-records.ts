import { ADMIN_ERRORS, type PrivacyKind, type PrivacyRecord, type Proof } from '@lampstand/contracts/back-office';
import type { EntityManager } from 'typeorm';
import { instant } from '../../platform/database/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { CONTACTS, ownerOf, type Person, personOf, provenOf, withAccount } from '../../trials/index.ts';

/**
 * What is stored of a person: the records under a phone or an address of theirs. The page of a person, an erasure and a file for
 * a privacy request all read it here.
 */

/** The table of each kind of record. */
export const TABLE_OF: Record<PrivacyKind, string> = {
  signup: 'trial_signups',
  application: 'ambassador_applications',
  request: 'trial_requests',
  reader: 'newsletter_subscriptions',
};

/** A sign-up that has proven something else, or has an account, is of another person, whatever was typed into it. */
const OF_ANOTHER = `(${withAccount()} OR EXISTS (SELECT FROM ${CONTACTS} AS own WHERE own.trial_id = trial_signups.id AND own.since IS NOT NULL))`;

const form = (kind: 'application' | 'request') => `
  SELECT '${kind}', id, state, created_at, lower(email), phone, false FROM ${TABLE_OF[kind]}
   WHERE lower(email) = ANY ($3) OR phone = ANY ($3)`;

/** $1 are the sign-ups of the person, $2 the proven contacts, and $3 all of them. Erased records have none. */
const RECORDS = `
  SELECT kind, id::float8 AS id, state, ${instant('created_at').literal} AS at,
         CASE WHEN email = ANY ($3) THEN 'email' ELSE 'phone' END AS matched,
         CASE WHEN id = ANY ($1) OR NOT of_another AND (email = ANY ($2) OR phone = ANY ($2)) THEN 'own'
              WHEN of_another
                OR EXISTS (SELECT FROM ${CONTACTS} AS theirs
                            WHERE theirs.value IN (record.email, record.phone) AND theirs.since IS NOT NULL AND theirs.trial_id <> ALL ($1))
                OR EXISTS (SELECT FROM newsletter_subscriptions WHERE email_key = record.email AND confirmed_at IS NOT NULL) THEN 'other'
              ELSE 'none' END AS proof
    FROM (
      SELECT 'signup' AS kind, id, state, created_at, lower(email) AS email, phone, ${OF_ANOTHER} AS of_another FROM trial_signups
       WHERE erased_at IS NULL AND (id = ANY ($1) OR lower(email) = ANY ($3) OR phone = ANY ($3))
      UNION ALL ${form('application')}
      UNION ALL ${form('request')}
      UNION ALL
      SELECT 'reader', id, state, created_at, email_key, '', false FROM newsletter_subscriptions WHERE email_key = ANY ($3)
    ) AS record (kind, id, state, created_at, email, phone, of_another)
   ORDER BY created_at DESC`;

/** Everything under the phones and addresses of a person, newest first. */
export function recordsOf(tx: EntityManager, person: Person): Promise<PrivacyRecord[]> {
  const all = person.contacts.map(({ value }) => value);
  return tx.query(RECORDS, [person.signups, provenOf(person), all]);
}

/** The subject of a request: a sign-up, or the person who has proven an email. */
export type Subject = { signup: number } | { email: string };

/** The subject's records, by whether a file or an erasure includes them. */
export interface OwnRecords {
  /** Always included. */
  own: PrivacyRecord[];
  /** Their phone and email are unproven. Included if staff select them. */
  unproven: PrivacyRecord[];
  /** Records of another person. Never included. */
  ofOthers: PrivacyRecord[];
}

/** A sign-up with neither a proven phone nor a proven email has no records but itself. */
export async function ownRecordsOf(tx: EntityManager, subject: Subject): Promise<OwnRecords> {
  const person = 'signup' in subject ? await personOf(tx, subject.signup) : await ownerOf(tx, subject.email);
  const records = await recordsOf(tx, person);
  const mayChoose = 'email' in subject || provenOf(person).length > 0;
  const proven = (proof: Proof) => records.filter((record) => record.proof === proof);
  return { own: proven('own'), unproven: mayChoose ? proven('none') : [], ofOthers: proven('other') };
}

/** The unproven records with these ids. Throws a 409 if one of them is no longer unproven. */
export function chosenOf({ unproven }: OwnRecords, ids: number[]): PrivacyRecord[] {
  const chosen = unproven.filter(({ id }) => ids.includes(id));
  if (chosen.length < new Set(ids).size) throw new AppError('conflict', ADMIN_ERRORS.choiceChanged);
  return chosen;
}
