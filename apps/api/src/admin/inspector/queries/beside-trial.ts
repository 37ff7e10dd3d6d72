import type { TierId } from '@lampstand/contracts';
import type { CodeAttempt } from '@lampstand/contracts/back-office';
import type { EntityManager } from 'typeorm';

/** What other modules keep about a sign-up, straight from their tables. */

export interface AccountRow {
  id: number;
  status: string;
  openedAt: Date | null;
}

export interface SubscriptionRow {
  id: string;
  status: string;
  plan: TierId;
  trialEndsAt: Date;
}

export interface RelatedRow {
  id: string;
  state: string;
  createdAt: Date;
}

export async function accountOf(tx: EntityManager, trialId: number): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow[]>(
    'SELECT id, status, opened_at AS "openedAt" FROM users WHERE trial_id = $1',
    [trialId],
  );
  return row;
}

export async function subscriptionOf(tx: EntityManager, trialId: number): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.query<SubscriptionRow[]>(
    'SELECT stripe_id AS id, state AS status, plan, trial_ends_at AS "trialEndsAt" FROM subscriptions WHERE id = $1',
    [trialId],
  );
  return row;
}

/** Newest first; a code that has outlived its ten minutes reads as expired. */
export async function codesOf(tx: EntityManager, trialId: number, now: Date): Promise<CodeAttempt[]> {
  const rows = await tx.query<
    (Omit<CodeAttempt, 'startedAt' | 'expiresAt'> & Record<'startedAt' | 'expiresAt', Date>)[]
  >(
    `SELECT phone, CASE WHEN status = 'live' AND expires_at <= $2 THEN 'expired' ELSE status END AS status, sends, tries,
            started_at AS "startedAt", expires_at AS "expiresAt"
       FROM phone_verifications WHERE subject_id = $1 ORDER BY started_at DESC, id DESC LIMIT 100`,
    [trialId, now],
  );
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** Others of the same phone or e-mail, newest first. */
export const relatedTo = (tx: EntityManager, id: number, phone: string, email: string): Promise<RelatedRow[]> =>
  tx.query(
    `SELECT id, state, created_at AS "createdAt" FROM trial_signups
      WHERE id IN (SELECT id FROM trial_signups WHERE phone = $2 UNION SELECT id FROM trial_signups WHERE lower(email) = lower($3))
        AND id <> $1 AND erased_at IS NULL ORDER BY created_at DESC LIMIT 20`,
    [id, phone, email],
  );
