import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/index.ts';
import { OnJob } from '../platform/jobs/decorators.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { Action, MailLayout, MailLink, Paragraph, TransactionalMailer, type Site } from '../platform/mail/index.ts';
import { NewsletterLinks } from './newsletter-links.ts';
import { NewsletterSubscription } from './newsletter-subscription.entity.ts';
import { SUBSCRIPTION_CONFIRMED, SUBSCRIPTION_REQUESTED } from './subscriptions.ts';

/** The mails of a subscription. Those to subscribers carry the one-click unsubscribe of RFC 8058. */
@Injectable()
export class NewsletterMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: TransactionalMailer,
    private readonly links: NewsletterLinks,
    private readonly settings: Settings,
  ) {}

  /** Mailed to the owner of the address, the only one who may learn whether it is subscribed. */
  @OnJob(SUBSCRIPTION_REQUESTED)
  async sendOptIn({ id: jobId, subjectId }: Job): Promise<void> {
    const subscription = await this.find(subjectId);
    if (!subscription) return;
    const { id, email, state, requestedAt } = subscription;
    const mail = state === 'confirmed' ? this.alreadySubscribed(id) : this.pleaseConfirm(id, requestedAt);
    await this.mailer.sendCapped('newsletterMailsPerEmail', 'newsletter-requested', [jobId], id, {
      to: email,
      ...mail,
    });
  }

  @OnJob(SUBSCRIPTION_CONFIRMED)
  async sendWelcome({ id: jobId, subjectId }: Job): Promise<void> {
    const subscription = await this.find(subjectId);
    if (subscription?.state !== 'confirmed') return;
    const { id, email } = subscription;
    const unsubscribeLink = this.links.unsubscribe(id);
    await this.mailer.send('newsletter-welcome', [jobId], id, {
      to: email,
      subject: `You are subscribed to the ${this.settings.PRODUCT_NAME} newsletter`,
      body: <NewsletterWelcomeMail site={this.settings} unsubscribeLink={unsubscribeLink} />,
      unsubscribeLink,
    });
  }

  private pleaseConfirm(id: number, requestedAt: Date) {
    return {
      subject: `Please confirm your subscription to the ${this.settings.PRODUCT_NAME} newsletter`,
      body: <ConfirmSubscriptionMail site={this.settings} link={this.links.confirm(id, requestedAt)} />,
    };
  }

  private alreadySubscribed(id: number) {
    const unsubscribeLink = this.links.unsubscribe(id);
    return {
      subject: `You already receive the ${this.settings.PRODUCT_NAME} newsletter`,
      body: <AlreadySubscribedMail site={this.settings} unsubscribeLink={unsubscribeLink} />,
      unsubscribeLink,
    };
  }

  private find(id: number | string): Promise<NewsletterSubscription | null> {
    return this.dataSource.getRepository(NewsletterSubscription).findOneBy({ id: Number(id) });
  }
}

interface ConfirmSubscriptionMailProps {
  site: Site;
  link: string;
}

const ConfirmSubscriptionMail = ({ site, link }: ConfirmSubscriptionMailProps) => (
  <MailLayout site={site} preview="Confirm your email to get our next issue." heading="Please confirm your email">
    <Paragraph>Someone, probably you, asked to get the {site.PRODUCT_NAME} newsletter at this address.</Paragraph>
    <Action href={link}>Confirm my subscription</Action>
    <Paragraph>The link works for 7 days, and you can unsubscribe at any time.</Paragraph>
    <Paragraph>Wasn’t you? Ignore this email. Unless you click, we won’t send anything.</Paragraph>
  </MailLayout>
);

interface SubscriberMailProps {
  site: Site;
  unsubscribeLink: string;
}

const AlreadySubscribedMail = ({ site, unsubscribeLink }: SubscriberMailProps) => (
  <MailLayout site={site} preview="Nothing more to do." heading="You are already subscribed">
    <Paragraph>
      Someone, probably you, asked to get the {site.PRODUCT_NAME} newsletter at this address. It is on the list already,
      so there is nothing more to do.
    </Paragraph>
    <Paragraph>
      Would you rather not get it? <MailLink href={unsubscribeLink}>Unsubscribe</MailLink> with one click.
    </Paragraph>
  </MailLayout>
);

const NewsletterWelcomeMail = ({ site, unsubscribeLink }: SubscriberMailProps) => (
  <MailLayout site={site} preview="You’ll get our next issue." heading="You are subscribed">
    <Paragraph>
      Thank you for confirming. The next {site.PRODUCT_NAME} newsletter will come to this address, with ideas for youth
      ministry that you can use the same week.
    </Paragraph>
    <Paragraph>
      Had enough? <MailLink href={unsubscribeLink}>Unsubscribe</MailLink> with one click, here or in any issue.
    </Paragraph>
  </MailLayout>
);
