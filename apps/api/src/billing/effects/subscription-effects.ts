import type { SubscriptionEffect } from '@lampstand/workflows';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { closeAccount } from '../../accounts/index.ts';
import { type Job, Jobs } from '../../platform/jobs/jobs.ts';
import { BULK_MAIL } from '../../platform/mail/index.ts';
import { Subscription } from '../domain/subscription.entity.ts';
import { PaymentGateway } from '../ports/payment-gateway.ts';
import { TRIAL_NOTICE } from '../sweeps/subscription-sweeps.ts';
import { UPGRADE_REQUEST } from '../usage/close-months.ts';
import { PLAN_LINK } from '../use-cases/ask-plan-link.ts';
import { MirrorSubscription } from '../use-cases/mirror-subscription.ts';
import type { PaymentMail } from '../use-cases/mirror-payments.ts';
import { NEW_CARD, SUBSCRIPTION_NEWS } from '../domain/event-types.ts';
import { Announcements } from './announcements.ts';
import { PaymentMails } from './payment-mails.ts';
import { SubscriptionMails } from './subscription-mails.ts';

/** What each effect of the chart does, and the other queues of a subscription's life. */
@Injectable()
export class SubscriptionEffects implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly mirror: MirrorSubscription,
    private readonly gateway: PaymentGateway,
    private readonly announcements: Announcements,
    private readonly mails: SubscriptionMails,
    private readonly paymentMails: PaymentMails,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const [queue, handle] of Object.entries(this.handlers)) await this.jobs.work(queue, handle);
    for (const [queue, handle] of Object.entries(this.byInvoice)) await this.jobs.work(queue, handle, BULK_MAIL);
    await this.jobs.work(TRIAL_NOTICE, (job) => this.mails.sendTrialNotice(job), BULK_MAIL);
    await this.jobs.work(SUBSCRIPTION_NEWS, ({ subjectId }) => this.mirror.ofCustomer(String(subjectId)), {
      workers: 2,
    });
    await this.jobs.work(UPGRADE_REQUEST, (job) => this.mails.sendUpgradeRequest(job));
    await this.jobs.work(PLAN_LINK, (job) => this.mails.sendPlanLink(job), { again: 'each' });
    await this.jobs.work(NEW_CARD, ({ subjectId }) => this.payWithNewCard(String(subjectId)));
  }

  private readonly handlers: Record<SubscriptionEffect, (job: Job) => Promise<void>> = {
    announceChange: (job) => this.announcements.changed(job),
    closeAccount: ({ subjectId }) => this.closeAndTell(Number(subjectId)),
    sendSubscriptionEnded: (job) => this.mails.sendSubscriptionEnded(job),
  };

  private readonly byInvoice: Record<PaymentMail, (job: Job) => Promise<void>> = {
    sendInvoice: (job) => this.paymentMails.sendInvoice(job),
    sendReceipt: (job) => this.paymentMails.sendReceipt(job),
    sendPaymentFailed: (job) => this.paymentMails.sendPaymentFailed(job),
  };

  private async closeAndTell(id: number): Promise<void> {
    await closeAccount(this.dataSource.manager, id);
    await this.announcements.closed(id);
  }

  private async payWithNewCard(customerId: string): Promise<void> {
    const known = await this.dataSource.getRepository(Subscription).findOneBy({ customerId });
    if (!known || known.state === 'canceled') return;
    await this.gateway.payWithNewestCard(known.stripeId);
    await this.mirror.execute(known.id);
  }
}
