import type { ErasureScope } from '@lampstand/contracts/back-office';
import type { EntityManager } from 'typeorm';
import type { TrialSignup } from '../../../trials/index.ts';

/** What else of a person there is under the e-mail of a sign-up, or under its phone where that was proven. */

/** Sign-ups of the same person that no account came of. An account goes only by its own sign-up: it has proven more. */
export async function othersOf(
  tx: EntityManager,
  { id, email, phone, phoneVerifiedAt }: TrialSignup,
): Promise<number[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM trial_signups
      WHERE id <> $1 AND erased_at IS NULL AND state NOT IN ('openingAccount', 'success')
        AND (lower(email) = lower($2) OR phone = $3)`,
    [id, email, phoneVerifiedAt ? phone : null],
  );
  return rows.map((row) => Number(row.id));
}

export async function scopeOf(tx: EntityManager, trial: TrialSignup): Promise<ErasureScope> {
  const others = await othersOf(tx, trial);
  const [counts] = await tx.query<Omit<ErasureScope, 'signups'>[]>(
    `SELECT (SELECT count(*)::int FROM users WHERE trial_id = $2 AND status = 'active') AS accounts,
            (SELECT count(*)::int FROM ambassador_applications WHERE lower(email) = lower($1)) AS applications,
            (SELECT count(*)::int FROM trial_requests WHERE lower(email) = lower($1)) AS "trialRequests",
            (SELECT count(*)::int FROM newsletter_subscriptions WHERE email_key = lower($1)) AS "newsletterSubscriptions"`,
    [trial.email, trial.id],
  );
  const none = { accounts: 0, applications: 0, trialRequests: 0, newsletterSubscriptions: 0 };
  return { signups: 1 + others.length, ...(counts ?? none) };
}
