import { hasTag, type SubscriptionEffect, subscriptionLife } from '@lampstand/workflows';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { type Job, Jobs, type KeyedJob } from '../../platform/jobs/jobs.ts';
import { BULK_MAIL } from '../../platform/mail/index.ts';
import { Subscription } from '../billing.entities.ts';
import { PaymentGateway } from '../payment-gateway.ts';
import { DEFAULT_CARD_QUEUE, SUBSCRIPTION_QUEUE } from '../stripe-event-types.ts';
import { UPGRADE_REQUEST } from '../usage/close-months.ts';
import { PLAN_LINK_QUEUE } from '../use-cases/plan-links.ts';
import { type ChangeMail, type PaymentMail, SyncSubscription } from '../use-cases/sync-subscription.ts';
import { ChangeMails } from './change-mails.ts';
import { OutboundWebhooks } from './outbound-webhooks.ts';
import { PaymentMails } from './payment-mails.ts';
import { SubscriptionMails } from './subscription-mails.ts';
import { TRIAL_NOTICE } from './subscription-sweeps.ts';

/** Handlers of the chart's effects and of the other queues of subscriptions. */
@Injectable()
export class SubscriptionEffects implements OnApplicationBootstrap {
  constructor(
    private readonly accounts: Accounts,
    @InjectRepository(Subscription) private readonly subscriptions: Repository<Subscription>,
    private readonly jobs: Jobs,
    private readonly syncSubscription: SyncSubscription,
    private readonly gateway: PaymentGateway,
    private readonly webhooks: OutboundWebhooks,
    private readonly mails: SubscriptionMails,
    private readonly paymentMails: PaymentMails,
    private readonly changeMails: ChangeMails,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workEffects(this.handlers);
    for (const [queue, handle] of Object.entries({ ...this.byInvoice, ...this.byChange }))
      await this.jobs.workKeys(queue, handle, BULK_MAIL);
    await this.jobs.workKeys(TRIAL_NOTICE, (job) => this.mails.sendTrialNotice(job), BULK_MAIL);
    await this.jobs.workKeys(
      SUBSCRIPTION_QUEUE,
      ({ subjectId }) => this.syncSubscription.executeForCustomer(subjectId),
      { concurrency: 2 },
    );
    await this.jobs.workKeys(UPGRADE_REQUEST, (job) => this.mails.sendUpgradeRequest(job));
    await this.jobs.work(PLAN_LINK_QUEUE, (job) => this.mails.sendPlanLink(job), { again: 'each' });
    await this.jobs.workKeys(DEFAULT_CARD_QUEUE, ({ subjectId }) => this.payWithNewCard(subjectId));
  }

  private readonly handlers: Record<SubscriptionEffect, (job: Job) => Promise<void>> = {
    announceChange: (job) => this.webhooks.accountChanged(job),
    closeAccount: ({ subjectId }) => this.closeAndNotify(subjectId),
    sendSubscriptionEnded: (job) => this.mails.sendSubscriptionEnded(job),
  };

  private readonly byInvoice: Record<PaymentMail, (job: KeyedJob) => Promise<void>> = {
    sendInvoice: (job) => this.paymentMails.sendInvoice(job),
    sendReceipt: (job) => this.paymentMails.sendReceipt(job),
    sendPaymentFailed: (job) => this.paymentMails.sendPaymentFailed(job),
  };

  private readonly byChange: Record<ChangeMail, (job: KeyedJob) => Promise<void>> = {
    sendPlanCancelled: (job) => this.changeMails.sendCancelled(job),
    sendPlanKept: (job) => this.changeMails.sendKept(job),
    sendPlanChanged: (job) => this.changeMails.sendChanged(job),
    sendCardChanged: (job) => this.changeMails.sendCardChanged(job),
  };

  private async closeAndNotify(id: number): Promise<void> {
    await this.accounts.close(id);
    await this.webhooks.accountClosed(id);
  }

  private async payWithNewCard(customerId: string): Promise<void> {
    const subscription = await this.subscriptions.findOneBy({ customerId });
    if (!subscription || hasTag(subscriptionLife, subscription.state, 'ended')) return;
    await this.gateway.payWithNewestCard(subscription.stripeId);
    await this.syncSubscription.execute(subscription.id);
  }
}
