import type { ProvenBy } from '@lampstand/contracts/back-office';
import { sqlStates, trialSignup } from '@lampstand/workflows';
import type { EntityManager } from 'typeorm';

/**
 * A person: the proven phones and emails of their sign-ups, with when and how each was proven. A right code proves a phone. A used
 * link from our mail, an opened account or a confirmed newsletter subscription proves an email. A typed but unproven phone or email
 * identifies no one. The phone and email of an open account belong to that account, even if another person proves them later.
 */

/** A present or earlier phone or email of a sign-up, in lower case. `since` is when it was proven; null if it was not. */
interface Contact {
  value: string;
  since: Date | null;
  by: ProvenBy | 'newsletter';
}

/** `signups` are those that have proven a phone or address of the person. */
export interface Person {
  signups: number[];
  contacts: Contact[];
}

/** The proven values of a person. */
export const provenOf = ({ contacts }: Person): string[] =>
  contacts.filter(({ since }) => since).map(({ value }) => value);

/** Of a row of `trial_signups`: it has an account, or one is being opened. */
export const withAccount = (table = 'trial_signups'): string =>
  `${table}.state IN (${sqlStates(trialSignup, 'opening')}, ${sqlStates(trialSignup, 'opened')})`;

/** Every contact of every sign-up. Each part has an index by the sign-up and by the value. */
export const CONTACTS = `(
  SELECT id AS trial_id, phone AS value, phone_verified_at AS since, 'code' AS by FROM trial_signups WHERE email <> ''
  UNION ALL
  SELECT id, lower(email), coalesce(email_proven_at, CASE WHEN state IN (${sqlStates(trialSignup, 'opened')}) THEN card_saved_at END),
         CASE WHEN email_proven_at IS NULL THEN 'account' ELSE 'link' END
    FROM trial_signups WHERE email <> ''
  UNION ALL
  SELECT trial_id, lower(previous), proven_at, proven_by FROM trial_corrections WHERE field IN ('email', 'phone'))`;

/** Whether the account of another sign-up than $1 has `value`. */
const heldByAnother = (value: string): string => `EXISTS (
  SELECT FROM trial_signups AS holder
   WHERE (holder.phone = ${value} OR lower(holder.email) = ${value}) AND holder.id <> $1 AND holder.erased_at IS NULL AND ${withAccount('holder')})`;

/** Sign-ups that share a proven contact are of one person; another account is not, and is erased from its own page. */
const PERSON = `
  WITH RECURSIVE person (id) AS (
    SELECT $1::bigint
    UNION
    SELECT theirs.trial_id FROM person
      JOIN ${CONTACTS} AS own ON own.trial_id = person.id AND own.since IS NOT NULL
      JOIN ${CONTACTS} AS theirs ON theirs.value = own.value AND theirs.since IS NOT NULL
      JOIN trial_signups AS signup ON signup.id = theirs.trial_id
     WHERE signup.erased_at IS NULL AND NOT ${withAccount('signup')} AND NOT ${heldByAnother('own.value')})
  SELECT person.id::float8 AS id, value, CASE WHEN NOT ${heldByAnother('value')} THEN since END AS since, by
    FROM person JOIN ${CONTACTS} AS contact ON contact.trial_id = person.id`;

/** The person of a sign-up. An erased one has no contacts. */
export async function personOf(tx: EntityManager, trialId: number): Promise<Person> {
  const rows = await tx.query<(Contact & { id: number })[]>(PERSON, [trialId]);
  return {
    signups: [...new Set([trialId, ...rows.map(({ id }) => id)])],
    contacts: rows.map(({ value, since, by }) => ({ value, since, by })),
  };
}

/** The person who proved a phone or email last. If no one has, the result has the contact and no sign-ups. */
export async function ownerOf(tx: EntityManager, contact: string): Promise<Person> {
  const value = contact.toLowerCase();
  const [owner] = await tx.query<{ id: number }[]>(
    `SELECT signup.id::float8 AS id FROM ${CONTACTS} AS contact JOIN trial_signups AS signup ON signup.id = trial_id
      WHERE value = $1 AND since IS NOT NULL AND signup.erased_at IS NULL
      ORDER BY ${withAccount('signup')} AND value IN (signup.phone, lower(signup.email)) DESC, since DESC LIMIT 1`,
    [value],
  );
  if (owner) return personOf(tx, owner.id);
  const [reader] = await tx.query<{ since: Date }[]>(
    'SELECT confirmed_at AS since FROM newsletter_subscriptions WHERE email_key = $1 AND confirmed_at IS NOT NULL',
    [value],
  );
  return { signups: [], contacts: [{ value, since: reader?.since ?? null, by: 'newsletter' }] };
}
