import type { StoredCard, TierId } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Workflow } from '../../workflow/index.ts';
import { nextCheck } from '../domain/next-check.ts';
import { firstNotice } from '../domain/notices.ts';
import { Subscription } from '../domain/subscription.entity.ts';
import type { TrialSubscription } from '../ports/payment-gateway.ts';
import { subscriptionFlow } from '../subscription-flow.ts';

/** Starts our mirror of a subscription that the provider has just confirmed. */
@Injectable()
export class BeginSubscription {
  constructor(
    private readonly workflow: Workflow,
    private readonly clock: Clock,
  ) {}

  /** In the transaction that opens the account, so that neither is ever there alone. */
  async execute(
    tx: EntityManager,
    trial: { id: number; plan: TierId; card: StoredCard | null },
    { id: stripeId, customerId, priceId, trialEndsAt }: TrialSubscription,
  ): Promise<void> {
    const at = this.clock.now();
    const subscription = Object.assign(new Subscription(), {
      ...trial,
      stripeId,
      customerId,
      priceId,
      trialEndsAt,
      periodEndsAt: trialEndsAt,
      closesAt: trialEndsAt,
      cancelAt: null,
      reading: 0,
      createdAt: at,
      checkAt: nextCheck('trialing', [trialEndsAt], at),
      noticeAt: firstNotice(trialEndsAt),
    });
    await this.workflow.createInTransaction(tx, subscriptionFlow, subscription, 'trial.started');
  }
}
