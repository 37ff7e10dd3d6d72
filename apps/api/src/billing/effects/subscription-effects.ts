import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { Subscription } from '../billing.entities.ts';
import { PaymentGateway } from '../payment-gateway.ts';
import { DEFAULT_CARD_QUEUE, DISPUTE_QUEUE, SUBSCRIPTION_QUEUE } from '../stripe-event-types.ts';
import { firstNotice } from '../subscription-rules.ts';
import { SyncSubscription } from '../use-cases/sync-subscription.ts';
import { OutboundWebhooks } from './outbound-webhooks.ts';

/** The jobs of subscriptions that are no mails. */
@Injectable()
export class SubscriptionEffects {
  constructor(
    private readonly accounts: Accounts,
    @InjectRepository(Subscription) private readonly subscriptions: Repository<Subscription>,
    private readonly syncSubscription: SyncSubscription,
    private readonly gateway: PaymentGateway,
    private readonly webhooks: OutboundWebhooks,
    private readonly clock: Clock,
  ) {}

  @OnJob(SUBSCRIPTION_QUEUE, { concurrency: 2 })
  async sync({ key: customerId }: Job): Promise<void> {
    await this.syncSubscription.executeForCustomer(customerId);
  }

  @OnJob(DISPUTE_QUEUE)
  async syncDispute({ key: disputeId }: Job): Promise<void> {
    const customerId = await this.gateway.customerOfDispute(disputeId);
    if (customerId) await this.syncSubscription.executeForCustomer(customerId);
  }

  /** Not once the member has started again. */
  @OnJob('closeAccount')
  async closeAccount({ id: jobId, subjectId: id }: Job): Promise<void> {
    const subscription = await this.subscriptions.findOneBy({ id });
    if (subscription && !hasTag(subscriptionLife, subscription.state, 'ended')) return;
    await this.accounts.close(id);
    await this.webhooks.accountClosed(id, jobId);
  }

  @OnJob('reopenAccount')
  async reopenAccount({ id: jobId, subjectId: id }: Job): Promise<void> {
    const subscription = await this.subscriptions.findOneBy({ id });
    if (!subscription || hasTag(subscriptionLife, subscription.state, 'ended')) return;
    await this.accounts.reopen(id);
    await this.webhooks.accountOpened(id, jobId);
  }

  /** Voids the open invoices of a subscription that has ended. */
  @OnJob('voidOpenInvoices')
  async voidOpenInvoices({ subjectId: id }: Job): Promise<void> {
    const subscription = await this.subscriptions.findOneBy({ id });
    if (!subscription || subscription.isErased) return;
    await this.gateway.voidOpenInvoices(subscription.stripeId);
    await this.syncSubscription.execute(id);
  }

  /** Pauses the payments of a member whose erasure was requested, and resumes those of one whose request was withdrawn. */
  @OnJob('pausePayments')
  async pausePayments({ subjectId: id }: Job): Promise<void> {
    const subscription = await this.subscriptions.findOneBy({ id });
    const holder = await this.accounts.holderOf(id);
    if (!subscription || !holder) return;
    const { stripeId, trialEndsAt } = subscription;
    if (holder.erasureRequested) await this.gateway.pausePayments(stripeId);
    else {
      await this.gateway.resumePayments(stripeId, this.clock.now());
      // Notices that came due while the request waited were not sent. Their mail key prevents a second send of the others.
      await this.subscriptions.update({ id, trialEndsAt }, { noticeAt: firstNotice(trialEndsAt) });
    }
    await this.syncSubscription.execute(id);
  }

  /** Sends nothing while an erasure request of the member waits. */
  @OnJob(DEFAULT_CARD_QUEUE)
  async payWithNewCard({ key: customerId }: Job): Promise<void> {
    const subscription = await this.subscriptions.findOneBy({ customerId });
    if (!subscription || (await this.accounts.holderOf(subscription.id))?.erasureRequested) return;
    await this.gateway.payWithNewestCard(subscription.stripeId);
    await this.syncSubscription.execute(subscription.id);
  }
}
