import type { ErasureScope } from '@lampstand/contracts/back-office';
import { sqlStates, subscriptionLife, trialSignup } from '@lampstand/workflows';
import type { EntityManager } from 'typeorm';
import type { TrialSignup } from '../../../trials/index.ts';

/** What else is stored under the email of a sign-up, or under its verified phone. */

/** Of a row of `trial_signups`: it has no account, and none is being opened. */
export const WITHOUT_ACCOUNT = `state NOT IN (${[sqlStates(trialSignup, 'opening'), sqlStates(trialSignup, 'opened')].join()})`;

/** Other sign-ups of the person that have no account. Erase accounts only through their own sign-up. */
export async function otherSignups(
  tx: EntityManager,
  { id, email, phone, phoneVerifiedAt }: TrialSignup,
): Promise<number[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM trial_signups
      WHERE id <> $1 AND erased_at IS NULL AND ${WITHOUT_ACCOUNT}
        AND (lower(email) = lower($2) OR phone = $3)`,
    [id, email, phoneVerifiedAt ? phone : null],
  );
  return rows.map((row) => Number(row.id));
}

const NONE = { accounts: 0, subscriptions: 0, applications: 0, trialRequests: 0, newsletterSubscriptions: 0 };

/** The records that an erasure of the sign-up removes or ends. */
export async function erasureScopeOf(tx: EntityManager, trial: TrialSignup): Promise<ErasureScope> {
  const others = await otherSignups(tx, trial);
  const [counts] = await tx.query<Omit<ErasureScope, 'signups'>[]>(
    `SELECT (SELECT count(*)::int FROM users WHERE trial_id = $2 AND status = 'active') AS accounts,
            (SELECT count(*)::int FROM subscriptions
              WHERE id = $2 AND state NOT IN (${sqlStates(subscriptionLife, 'ended')})) AS subscriptions,
            (SELECT count(*)::int FROM ambassador_applications WHERE lower(email) = lower($1)) AS applications,
            (SELECT count(*)::int FROM trial_requests WHERE lower(email) = lower($1)) AS "trialRequests",
            (SELECT count(*)::int FROM newsletter_subscriptions WHERE email_key = lower($1)) AS "newsletterSubscriptions"`,
    [trial.email, trial.id],
  );
  return { signups: 1 + others.length, ...(counts ?? NONE) };
}

/** Of a row of `trial_signups`: support requested to erase an opened account, which an administrator has to approve. */
export const NEEDS_ADMINISTRATOR = `(state IN (${sqlStates(trialSignup, 'opened')})
  AND EXISTS (SELECT FROM staff_accounts WHERE id = erasure_requested_by AND role = 'support'))`;
