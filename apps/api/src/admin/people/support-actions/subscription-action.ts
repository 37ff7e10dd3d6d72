import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Inject } from '@nestjs/common';
import {
  CallProvider,
  PaymentGateway,
  type Subscription,
  type SubscriptionChange,
  subscriptionFlow,
  SyncSubscription,
} from '../../../billing/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { Workflow } from '../../../workflow/index.ts';
import { SupportActionController } from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

export type RunningSubscription = NonNullable<ActionTarget['subscription']>;

/** A support action on a subscription that has not ended. */
export abstract class SubscriptionAction<Given = object> extends SupportActionController<Given> {
  @Inject(Workflow) protected readonly workflow: Workflow;
  @Inject(PaymentGateway) protected readonly gateway: PaymentGateway;
  @Inject(CallProvider) protected readonly callProvider: CallProvider;
  @Inject(SyncSubscription) protected readonly syncSubscription: SyncSubscription;

  /** True, or the reason why the action is not available for a running subscription. */
  abstract whileRunning(subscription: RunningSubscription): true | string;

  availableWhen({ subscription }: ActionTarget): true | string {
    if (!subscription) return ADMIN_ERRORS.noSubscription;
    if (hasTag(subscriptionLife, subscription.state, 'ended')) return ADMIN_ERRORS.subscriptionEnded;
    return this.whileRunning(subscription);
  }

  /** Throws a 409 without a running subscription. */
  protected async requireRunning(id: number): Promise<Subscription> {
    const subscription = await this.workflow.find(subscriptionFlow, { id });
    if (!subscription) throw new AppError('conflict', ADMIN_ERRORS.noSubscription);
    if (hasTag(subscriptionLife, subscription.state, 'ended'))
      throw new AppError('conflict', ADMIN_ERRORS.subscriptionEnded);
    return subscription;
  }

  /**
   * Changes the running subscription at the provider, unless it `isDone`. Synced first: an earlier call may have succeeded
   * and lost its answer.
   */
  protected async change(
    id: number,
    isDone: (now: Subscription) => boolean,
    work: (stripeId: string) => Promise<unknown>,
  ): Promise<boolean> {
    const { stripeId } = await this.requireRunning(id);
    return this.callProvider.execute(id, async () => {
      const now = await this.syncSubscription.execute(id);
      if (now && isDone(now)) return false;
      await work(stripeId);
      await this.syncSubscription.execute(id);
      return true;
    });
  }

  /** Writes `note`, and does `work` in the same transaction, unless it was written a moment before. */
  protected async noteOnce(
    id: number,
    note: string,
    work: (change: SubscriptionChange) => Promise<unknown> | void,
  ): Promise<boolean> {
    await this.requireRunning(id);
    const done = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      if (await change.wasJustRecorded(note)) return false;
      await work(change);
      await change.note(note);
      return true;
    });
    return done ?? false;
  }
}
