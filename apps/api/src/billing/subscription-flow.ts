import type { StoredCard, TierId } from '@lampstand/contracts';
import { type SubscriptionEvent, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { type LockedInstance, type Flow, Workflow } from '../workflow/index.ts';
import { Subscription } from './billing.entities.ts';
import type { TrialSubscription } from './payment-gateway.ts';
import { firstNotice, nextCheck } from './subscription-rules.ts';

type SubscriptionEventName = SubscriptionEvent['type'];
export type SubscriptionChange = LockedInstance<Subscription, SubscriptionEventName>;

/** The workflow of a subscription. */
export const subscriptionFlow: Flow<Subscription, SubscriptionEventName> = {
  chart: subscriptionLife,
  entity: Subscription,
};

/** Stores our copy of a subscription that the provider has just created. */
@Injectable()
export class CreateSubscription {
  constructor(
    private readonly workflow: Workflow,
    private readonly clock: Clock,
  ) {}

  /** Runs in the transaction that opens the account, so that neither exists without the other. */
  async execute(
    tx: EntityManager,
    trial: { id: number; plan: TierId; card: StoredCard | null; paymentMethodId: string | null },
    { id: stripeId, customerId, priceId, trialEndsAt, monthlyInCents }: TrialSubscription,
  ): Promise<void> {
    const at = this.clock.now();
    const subscription = Object.assign(new Subscription(), {
      ...trial,
      stripeId,
      customerId,
      priceId,
      cardSince: at,
      monthlyInCents,
      nextCharge: { amountInCents: monthlyInCents, lines: [], prorationInCents: 0 },
      trialEndsAt,
      periodEndsAt: trialEndsAt,
      closesAt: trialEndsAt,
      cancelAt: null,
      activeUsers: null,
      pause: null,
      syncVersion: 0,
      createdAt: at,
      checkAt: nextCheck('trialing', [trialEndsAt], at),
      noticeAt: firstNotice(trialEndsAt),
    });
    await this.workflow.createInTransaction(tx, subscriptionFlow, subscription, 'trial.started');
  }
}
