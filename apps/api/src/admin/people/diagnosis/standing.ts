import type { PaymentPause } from '@lampstand/contracts';
import type { Standing } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife, type SubscriptionState, trialSignup, type TrialState } from '@lampstand/workflows';
import type { EntityManager } from 'typeorm';
import { type JournalFact, newest, type StandingFacts } from './facts.ts';
import { memberSince, untilOf } from './member-diagnosis.ts';

type Sentence = (facts: StandingFacts, day: (at: Date) => string) => string;

/** Where a person stands, in one sentence with its date. `day` formats an instant as a date. */
export function standingOf(facts: StandingFacts, day: (at: Date) => string): Standing {
  const { state, subscriptionStatus, owed } = facts;
  const sentence =
    special(facts, day) ?? (subscriptionStatus ? MEMBER[subscriptionStatus] : SIGN_UP[state])(facts, day);
  return { state: subscriptionStatus ?? state, sentence, owedInCents: owed.inCents };
}

function special(facts: StandingFacts, day: (at: Date) => string): string | undefined {
  const { erasedAt, erasureRequestedAt, supersededBy, journal, state } = facts;
  if (erasedAt) return `${newest(journal, ['person erased']) ? 'Erased' : 'Being erased'} since ${day(erasedAt)}.`;
  if (erasureRequestedAt) return `Erasure requested on ${day(erasureRequestedAt)}.`;
  if (supersededBy !== null && hasTag(trialSignup, state, 'unfinished'))
    return `Superseded by sign-up ${supersededBy}.`;
  return undefined;
}

const SIGN_UP: Record<TrialState, Sentence> = {
  registration: ({ since }, day) => `Not saved yet; began on ${day(since)}.`,
  phoneVerification: ({ since }, day) => `Phone not verified; at this step since ${day(since)}.`,
  billingInformation: ({ since }, day) => `Phone verified, no card; at this step since ${day(since)}.`,
  openingAccount: ({ since, cardSavedAt }, day) =>
    `Card stored on ${day(cardSavedAt ?? since)}; the account is not open.`,
  success: ({ since }, day) => `Account opened on ${day(since)}.`,
  alreadyMember: ({ since }, day) => `Has another account; this sign-up ended on ${day(since)}.`,
  cancelled: ({ since }, day) => `Sign-up canceled on ${day(since)}.`,
};

const running =
  (otherwise: Sentence): Sentence =>
  (facts, day) => {
    if (facts.cancelAt) return `Canceled; ends on ${day(facts.cancelAt)}.`;
    return facts.pause ? `Payments paused${untilOf(facts.pause, day)}.` : otherwise(facts, day);
  };

const MEMBER: Record<SubscriptionState, Sentence> = {
  unstarted: SIGN_UP.success,
  trialing: running(({ trialEndsAt }, day) => `Free trial until ${trialEndsAt ? day(trialEndsAt) : 'an unknown day'}.`),
  active: running(({ periodEndsAt, since }, day) => `Paying; next invoice on ${day(periodEndsAt ?? since)}.`),
  pastDue: (facts, day) => `Past due since ${day(memberSince(facts))}.`,
  unpaid: (facts, day) => `Unpaid since ${day(memberSince(facts))}.`,
  canceled: (facts, day) => `Subscription ended on ${day(memberSince(facts))}.`,
};

interface Row {
  id: string;
  state: TrialState;
  since: Date;
  cardSavedAt: Date | null;
  erasedAt: Date | null;
  erasureRequestedAt: Date | null;
  supersededBy: string | null;
  trialEndsAt: Date | null;
  accountId: number | null;
  subscriptionStatus: SubscriptionState | null;
  /** When the subscription entered its state. */
  memberSince: Date | null;
  cancelAt: Date | null;
  periodEndsAt: Date | null;
  pause: PaymentPause | null;
  owedInCents: number;
}

const STANDINGS = `
  SELECT s.id, s.state, s.card_saved_at AS "cardSavedAt", s.erased_at AS "erasedAt", s.erasure_requested_at AS "erasureRequestedAt",
         s.superseded_by AS "supersededBy", coalesce(m.trial_ends_at, s.trial_ends_at) AS "trialEndsAt", u.id AS "accountId",
         m.state AS "subscriptionStatus", m.cancel_at AS "cancelAt", m.period_ends_at AS "periodEndsAt", m.pause,
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
