import { refundableOf, type SupportActionName } from '@lampstand/contracts/back-office';
import { subscriptionLife, transitionsOf, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { FactChanged, type FactChange, FactTags } from '../../auth/index.ts';
import { InspectTrial } from '../inspector/inspect-trial.ts';
import type { ActionTarget } from './support-actions.ts';

/** A fact that dialogs of support actions show. */
interface ShownFact {
  valueOf: (target: ActionTarget) => unknown;
  /** Begins the sentence "… by maria@church.example 40 seconds ago." */
  changed: (target: ActionTarget) => string;
  /** The events and notes of the journal that change it. */
  by: string[];
  /** Of a fact that the payment provider reports: the support actions that change it. */
  actions?: SupportActionName[];
}

/** What the dialogs of the support actions show. Each action names its own. */
const SHOWN_FACTS = {
  name: {
    valueOf: ({ trial }) => [trial.firstName, trial.lastName],
    changed: () => 'The name was changed',
    by: ['details corrected'],
  },
  email: {
    valueOf: ({ trial, account }) => [trial.email, account?.newEmail, account?.emailClaimedAt],
    changed: () => 'The email was changed',
    by: [
      'email.corrected',
      'email change requested',
      'email change refused',
      'email claimed',
      'email confirmed',
      'new email taken',
      'contact change undone',
    ],
  },
  phone: {
    valueOf: ({ trial, account }) => [trial.phone, account?.newPhone, trial.phoneVerifiedAt],
    changed: () => 'The phone was changed or verified',
    by: ['phone.changed', 'phone.verified', 'phone change requested', 'phone confirmed', 'contact change undone'],
  },
  state: {
    valueOf: ({ trial }) => trial.state,
    changed: () => 'The state of the sign-up was changed',
    by: transitionsOf(trialSignup).map(({ event }) => event),
  },
  member: {
    valueOf: ({ trial }) => trial.is('opened'),
    changed: () => 'The account was opened',
    by: ['account.opened'],
  },
  contacted: {
    valueOf: ({ trial }) => trial.contactedAt,
    changed: ({ trial }) => (trial.contactedAt ? 'It was marked as contacted' : 'The mark “contacted” was removed'),
    by: ['contacted', 'contacted undone'],
  },
  superseded: {
    valueOf: ({ trial }) => trial.supersededBy,
    changed: ({ trial }) => (trial.supersededBy ? 'It was marked as superseded' : 'The mark “superseded” was removed'),
    by: ['superseded', 'superseded undone'],
  },
  erasure: {
    valueOf: ({ trial }) => trial.erasureRequestedAt,
    changed: ({ trial }) => (trial.erasureRequestedAt ? 'The erasure was requested' : 'The erasure was undone'),
    by: ['erasure requested', 'erasure undone'],
  },
  included: {
    valueOf: ({ records }) =>
      [records?.own, records?.unproven].map((each) => each?.map(({ id }) => id).toSorted((a, b) => a - b)),
    changed: () => 'What the erasure includes was changed',
    by: [],
  },
  life: {
    valueOf: ({ subscription }) => subscription?.state,
    changed: () => 'The state of the subscription was changed',
    by: transitionsOf(subscriptionLife).map(({ event }) => event),
    actions: [],
  },
  plan: {
    valueOf: ({ subscription }) => subscription?.plan,
    changed: () => 'The plan was changed',
    by: ['plan changed'],
    actions: ['change-plan'],
  },
  trialEnd: {
    valueOf: ({ subscription }) => subscription?.trialEndsAt,
    changed: () => 'The end of the free trial was moved',
    by: ['trial end moved'],
    actions: ['move-trial-end'],
  },
  cancellation: {
    valueOf: ({ subscription }) => subscription?.cancelAt,
    changed: ({ subscription }) =>
      subscription?.cancelAt ? 'The subscription was canceled' : 'The cancellation was undone',
    by: ['cancel requested', 'cancel undone'],
    actions: ['cancel-subscription', 'keep-subscription'],
  },
  owed: {
    valueOf: ({ subscription }) => subscription?.owed.inCents,
    changed: () => 'The amount that is owed was changed',
    by: ['invoice retried', ...transitionsOf(subscriptionLife).map(({ event }) => event)],
    actions: ['retry-invoice'],
  },
  refundable: {
    valueOf: ({ subscription }) => subscription?.payments.map((payment) => [payment.id, refundableOf(payment)]),
    changed: () => 'What is paid, refunded or disputed was changed',
    by: ['refunded', 'disputed', ...transitionsOf(subscriptionLife).map(({ event }) => event)],
    actions: ['refund'],
  },
  card: {
    valueOf: ({ subscription }) => subscription?.card,
    changed: () => 'The card was changed',
    by: ['card changed', 'card gone'],
    actions: [],
  },
} satisfies Record<string, ShownFact>;

export type ShownFactName = keyof typeof SHOWN_FACTS;

const valuesOf = (names: readonly ShownFactName[], target: ActionTarget) =>
  Object.fromEntries(names.map((name) => [name, SHOWN_FACTS[name].valueOf(target)])) as Record<ShownFactName, unknown>;

/** Throws FactChanged when a fact that the dialog showed has changed. For under the lock of the action, before it changes one. */
export type RequireUnchanged = (tx?: EntityManager) => Promise<void>;

/** The tags of what the dialogs of support actions show, and their check. */
@Injectable()
export class ShownFacts {
  constructor(
    private readonly inspect: InspectTrial,
    private readonly tags: FactTags,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  tagOf(names: readonly ShownFactName[], target: ActionTarget): string {
    return this.tags.of(subjectOf(target), valuesOf(names, target));
  }

  unchangedSince(seen: string | undefined, names: readonly ShownFactName[], trialId: number): RequireUnchanged {
    return async (tx = this.dataSource.manager) => {
      const target = await this.inspect.targetOf(trialId, tx);
      const [changed] = this.tags.changed(seen, subjectOf(target), valuesOf(names, target));
      if (!changed) return;
      const what = SHOWN_FACTS[changed].changed(target);
      throw new FactChanged(what, await lastChangeOf(tx, changed, target), this.clock.now());
    };
  }
}

const subjectOf = ({ trial }: ActionTarget): string => `trial:${trial.id}`;

const ACTORS: Record<string, string> = {
  webhook: 'the payment provider',
  support: 'support',
  admin: 'an administrator',
};

/**
 * Who changed the fact last, from the journal. What the payment provider reports within a minute after a support action that
 * changes it is the change of that action.
 */
async function lastChangeOf(
  tx: EntityManager,
  name: ShownFactName,
  { trial }: ActionTarget,
): Promise<FactChange | undefined> {
  const { by, actions }: ShownFact = SHOWN_FACTS[name];
  const [row] = await tx.query<[{ at: Date; actor: string; staff: string | null }?]>(
    `SELECT j.at, j.actor,
            (SELECT a.name FROM audit_log l JOIN staff_accounts a ON a.id = l.account_id
              WHERE l.subject = $2 AND ((l.request_id = j.request_id AND j.actor <> 'webhook')
                 OR (j.actor IN ('webhook', 'job') AND l.action = 'support action' AND l.detail->>'action' = ANY ($4) AND l.at BETWEEN j.at - interval '1 minute' AND j.at))
              ORDER BY l.id DESC LIMIT 1) AS staff
       FROM workflow_journal j WHERE j.subject_id = $1 AND coalesce(j.event, j.note) = ANY ($3) ORDER BY j.id DESC LIMIT 1`,
    [trial.id, `trial:${trial.id}`, by, actions ?? []],
  );
  if (!row) return undefined;
  const visitor = trial.is('opened') ? 'the member' : 'the visitor';
  // A job that reads the subscription is as often the first to find a change as a webhook.
  const actor = row.actor === 'job' && actions ? 'webhook' : row.actor;
  return { at: row.at, by: row.staff ?? (actor === 'visitor' ? visitor : ACTORS[actor]) };
}
