import type { NextCharge, PaymentPause, StoredCard, TierId } from '@lampstand/contracts';
import type { CodeAttempt, InspectedSubscription } from '@lampstand/contracts/back-office';
import type { SubscriptionState } from '@lampstand/workflows';
import type { EntityManager } from 'typeorm';

/** What other modules store about a sign-up, read from their tables. */

export interface AccountRow {
  id: number;
  status: string;
  open: boolean;
  openedAt: Date | null;
  newEmail: string | null;
  newEmailProvenAt: Date | null;
  newEmailFrom: Date | null;
  receiptsEmail: string | null;
  receiptsEmailProvenAt: Date | null;
  newPhone: string | null;
  emailClaimedAt: Date | null;
}

/** The unpaid part of the open invoices, and when the payment provider tries the card again. */
export interface Owed {
  inCents: number;
  nextAttemptAt: Date | null;
}

export interface SubscriptionRow {
  id: string;
  state: SubscriptionState;
  plan: TierId;
  trialEndsAt: Date;
  periodEndsAt: Date;
  cancelAt: Date | null;
  card: StoredCard | null;
  monthlyInCents: number;
  nextCharge: NextCharge | null;
  pause: PaymentPause | null;
  payments: InspectedSubscription['payments'];
  overPlan: InspectedSubscription['overPlan'];
  owed: Owed;
}

export async function accountOf(tx: EntityManager, trialId: number): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow[]>(
    `SELECT id, status, status = 'active' AS open, opened_at AS "openedAt", new_email AS "newEmail",
            new_email_proven_at AS "newEmailProvenAt", new_email_from AS "newEmailFrom", new_phone AS "newPhone",
            email_claimed_at AS "emailClaimedAt", receipts_email AS "receiptsEmail", receipts_email_proven_at AS "receiptsEmailProvenAt"
       FROM users WHERE trial_id = $1`,
    [trialId],
  );
  return row;
}

export async function subscriptionOf(tx: EntityManager, trialId: number): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.query<(Omit<SubscriptionRow, 'owed'> & { owedInCents: number; nextAttemptAt: Date | null })[]>(
    `SELECT stripe_id AS id, state, plan, trial_ends_at AS "trialEndsAt", period_ends_at AS "periodEndsAt", cancel_at AS "cancelAt", card,
            monthly_in_cents AS "monthlyInCents", next_charge AS "nextCharge", pause,
            (SELECT coalesce(json_agg(json_build_object('id', id, 'number', number, 'status', status, 'plan', plan, 'amountInCents', amount_in_cents,
                      'paidInCents', paid_in_cents, 'refundedInCents', refunded_in_cents, 'dispute', dispute, 'card', card, 'periodFrom', period_from,
                      'periodTo', period_to, 'paidAt', paid_at, 'url', hosted_url, 'pdfUrl', pdf_url) ORDER BY created_at DESC), '[]')
               FROM payments WHERE subscription_id = s.id) AS payments,
            (SELECT coalesce(json_agg(json_build_object('closedAt', closed_at, 'activeUsers', active_users, 'upgradeTo', upgrade_to,
                      'acceptedAt', accepted_at) ORDER BY month DESC), '[]')
               FROM closed_months WHERE subscription_id = s.id AND upgrade_to IS NOT NULL) AS "overPlan",
            (SELECT coalesce(sum(amount_in_cents - paid_in_cents), 0)::int FROM payments
              WHERE subscription_id = s.id AND status = 'open') AS "owedInCents",
            (SELECT min(next_attempt_at) FROM payments WHERE subscription_id = s.id AND status = 'open') AS "nextAttemptAt"
       FROM subscriptions s WHERE s.id = $1`,
    [trialId],
  );
  if (!row) return undefined;
  const { owedInCents, nextAttemptAt, ...subscription } = row;
  return { ...subscription, owed: { inCents: owedInCents, nextAttemptAt } };
}

type CodeTime = 'startedAt' | 'resendAt' | 'expiresAt';

/** Newest first; a code older than its lifetime reads as expired, one that the provider never took as not sent. */
export async function codesOf(tx: EntityManager, trialId: number, now: Date): Promise<CodeAttempt[]> {
  const rows = await tx.query<(Omit<CodeAttempt, CodeTime> & Record<CodeTime, Date>)[]>(
    `SELECT phone, CASE WHEN status = 'dropped' AND provider_id IS NULL THEN 'notSent'
                        WHEN status = 'live' AND expires_at <= $2 THEN 'expired' ELSE status END AS status, sends, tries, delivery,
            started_at AS "startedAt", resend_at AS "resendAt", expires_at AS "expiresAt"
       FROM phone_verifications WHERE subject_id = $1 ORDER BY started_at DESC, id DESC LIMIT 100`,
    [trialId, now],
  );
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    resendAt: row.resendAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}
