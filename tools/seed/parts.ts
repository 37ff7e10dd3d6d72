/** Parts of the statements that store staged rows. What differs between rows follows from their ids. */
import { PLANS } from '@lampstand/contracts';

/** Of a list, the value that the id of the row chooses. */
export const oneOf = (values: readonly string[]) =>
  `(ARRAY[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}])[1 + id / 11 % ${values.length}]`;

/** The amount of the plan in cents. */
export const amountOf = (plan: string) =>
  `CASE ${plan} ${PLANS.map(({ id, amountInCents }) => `WHEN '${id}' THEN ${amountInCents}`).join(' ')} END`;

/** The account of a seeded member of staff: one of those with the role, chosen by `number`. */
export const staffNo = (role: 'administrator' | 'support', number: string) =>
  `(SELECT ids[1 + ${number} % cardinality(ids)] FROM (SELECT array_agg(id ORDER BY id) AS ids FROM staff_accounts
     WHERE email LIKE '%@seed.example' AND role = '${role}') AS seeded)`;

/**
 * Stores mails without a copy, because only a server has the key that encrypts one.
 * @param selected columns key, subject and time, and where they are from
 */
export const mails = (selected: string) => `
  INSERT INTO sent_mails (key, subject_id, message_id, outcome, settled_at)
  SELECT key, subject, '<' || replace(key, ':', '.') || '@seed.example>', CASE WHEN subject % 211 = 3 THEN 'bounced' ELSE 'sent' END, least(at, $1::timestamptz)
    FROM (SELECT ${selected}) AS mails (key, subject, at) ON CONFLICT DO NOTHING`;
