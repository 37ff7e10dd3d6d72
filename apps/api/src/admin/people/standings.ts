import type { Standing } from '@lampstand/contracts/back-office';
import { subscriptionLife, type SubscriptionState, trialSignup, type TrialState } from '@lampstand/workflows';
import type { EntityManager } from 'typeorm';
import type { JournalFact } from './diagnosis/facts.ts';
import { standingOf } from './diagnosis/standing.ts';

interface Row {
  id: string;
  state: TrialState;
  since: Date;
  cardSavedAt: Date | null;
  erasedAt: Date | null;
  erasureAskedAt: Date | null;
  supersededBy: string | null;
  trialEndsAt: Date | null;
  accountId: number | null;
  subscriptionStatus: SubscriptionState | null;
  /** When the subscription entered its state. */
  memberSince: Date | null;
  cancelAt: Date | null;
  periodEndsAt: Date | null;
  owedInCents: number;
}

const STANDINGS = `
  SELECT s.id, s.state, s.card_saved_at AS "cardSavedAt", s.erased_at AS "erasedAt", s.erasure_asked_at AS "erasureAskedAt",
         s.superseded_by AS "supersededBy", coalesce(m.trial_ends_at, s.trial_ends_at) AS "trialEndsAt", u.id AS "accountId",
         m.state AS "subscriptionStatus", m.cancel_at AS "cancelAt", m.period_ends_at AS "periodEndsAt",
         coalesce((SELECT max(at) FROM workflow_journal WHERE subject_id = s.id AND flow = '${trialSignup.id}'
                      AND event IS NOT NULL AND (from_state <> to_state OR event = 'phone.changed')), s.created_at) AS since,
         (SELECT max(at) FROM workflow_journal WHERE subject_id = s.id AND flow = '${subscriptionLife.id}'
             AND event IS NOT NULL AND from_state <> to_state AND to_state = m.state) AS "memberSince",
         (SELECT coalesce(sum(amount_in_cents - paid_in_cents), 0)::int FROM payments
           WHERE subscription_id = s.id AND status = 'open') AS "owedInCents"
    FROM trial_signups s LEFT JOIN users u ON u.trial_id = s.id LEFT JOIN subscriptions m ON m.id = s.id
   WHERE s.id = ANY ($1)`;

/** Where several sign-ups stand, as the page of each says it, and the ids of their accounts. */
export async function standingsOf(
  tx: EntityManager,
  ids: number[],
  day: (at: Date) => string,
): Promise<Map<number, { standing: Standing; accountId: number | null }>> {
  const rows = ids.length ? await tx.query<Row[]>(STANDINGS, [ids]) : [];
  return new Map(
    rows.map((row) => {
      const { id, accountId, owedInCents, supersededBy, ...facts } = row;
      const standing = standingOf(
        {
          ...facts,
          supersededBy: supersededBy === null ? null : Number(supersededBy),
          journal: [],
          billed: enteredAt(row),
          owed: { inCents: owedInCents, nextAttemptAt: null },
        },
        day,
      );
      return [Number(id), { standing, accountId }];
    }),
  );
}

const enteredAt = ({ subscriptionStatus, memberSince }: Row): JournalFact[] =>
  memberSince ? [{ name: `became.${subscriptionStatus}`, at: memberSince, detail: {}, actor: '' }] : [];
