import { createElement } from 'react';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { type Job, Jobs } from '../../platform/jobs/jobs.ts';
import { TransactionalMailer } from '../../platform/mail/index.ts';
import { NewsletterSubscription } from '../domain/newsletter-subscription.entity.ts';
import { AlreadySubscribedMail } from '../mails/already-subscribed-mail.tsx';
import { ConfirmSubscriptionMail } from '../mails/confirm-subscription-mail.tsx';
import { NewsletterWelcomeMail } from '../mails/newsletter-welcome-mail.tsx';
import { NewsletterLinks } from '../newsletter-links.ts';
import { SUBSCRIPTION_CONFIRMED } from '../use-cases/confirm-subscription.ts';
import { SUBSCRIPTION_ASKED } from '../use-cases/subscribe.ts';

/** The mails around a subscription; those to a reader carry the one-click unsubscribe of RFC 8058. */
@Injectable()
export class NewsletterMails implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly postbox: TransactionalMailer,
    private readonly links: NewsletterLinks,
    private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(SUBSCRIPTION_ASKED, (job) => this.answer(job), { again: 'each' });
    await this.jobs.work(SUBSCRIPTION_CONFIRMED, (job) => this.welcome(job), { again: 'each' });
  }

  /** To whoever owns the address that was typed into the box: what only they may know. */
  private async answer({ id: jobId, subjectId }: Job): Promise<void> {
    const subscription = await this.find(subjectId);
    if (!subscription) return;
    const { id, email, state, askedAt } = subscription;
    const mail = state === 'confirmed' ? this.alreadySubscribed(id) : this.pleaseConfirm(id, askedAt);
    await this.postbox.sendCapped('newsletterMailsPerEmail', `newsletter-asked:${jobId}`, id, { to: email, ...mail });
  }

  private async welcome({ id: jobId, subjectId }: Job): Promise<void> {
    const subscription = await this.find(subjectId);
    if (subscription?.state !== 'confirmed') return;
    const { id, email } = subscription;
    const unsubscribeLink = this.links.unsubscribe(id);
    await this.postbox.sendOnce(`newsletter-welcome:${jobId}`, id, {
      to: email,
      subject: `You are subscribed to the ${this.settings.PRODUCT_NAME} newsletter`,
      body: createElement(NewsletterWelcomeMail, { site: this.settings, unsubscribeLink }),
      unsubscribeLink,
    });
  }

  private pleaseConfirm(id: number, askedAt: Date) {
    return {
      subject: `Please confirm your subscription to the ${this.settings.PRODUCT_NAME} newsletter`,
      body: createElement(ConfirmSubscriptionMail, { site: this.settings, link: this.links.confirm(id, askedAt) }),
    };
  }

  private alreadySubscribed(id: number) {
    const unsubscribeLink = this.links.unsubscribe(id);
    return {
      subject: `You already receive the ${this.settings.PRODUCT_NAME} newsletter`,
      body: createElement(AlreadySubscribedMail, { site: this.settings, unsubscribeLink }),
      unsubscribeLink,
    };
  }

  private find(id: number | string): Promise<NewsletterSubscription | null> {
    return this.dataSource.getRepository(NewsletterSubscription).findOneBy({ id: Number(id) });
  }
}
