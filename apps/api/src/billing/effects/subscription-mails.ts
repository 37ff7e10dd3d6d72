import { hasTag, subscriptionLife } from '@lampstand/workflows';
import {
  cardEnding,
  dollars,
  dunningStage,
  isExpiredOn,
  isHeldDuringErasure,
  MAIL_SUBJECTS,
  type MailFact,
  type PaymentPause,
  planOf,
  planWithRange,
  refusalReason,
  type SmallerPlan,
  type UncappedMail,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { createElement, type ReactElement } from 'react';
import { MoreThan, Repository } from 'typeorm';
import { type AccountHolder, Accounts } from '../../accounts/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, formatLongDate } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { BULK_MAIL, type MailDraft, TransactionalMailer } from '../../platform/mail/index.ts';
import { Workflow } from '../../workflow/index.ts';
import { ClosedMonth, Payment, Subscription } from '../billing.entities.ts';
import { Consents } from '../consents.ts';
import { subscriptionFlow } from '../subscription-flow.ts';
import { isLastNoticeDue } from '../subscription-rules.ts';
import { Upgrades } from '../usage/upgrades.ts';
import { PlanLinks } from '../use-cases/plan-links.ts';
import { ReceiptsLinks } from '../use-cases/receipts-emails.ts';
import { SubscriptionSummaries } from '../use-cases/subscription-summaries.ts';
import { type CopyProps, ReceiptsConfirmationMail } from './invoice-mails.tsx';
import {
  PlanLinkMail,
  ReactivatedMail,
  SubscriptionEndedMail,
  TrialNoticeMail,
  UpgradeRequestMail,
} from './mail-templates.tsx';

type AboutSubscription = ReturnType<SubscriptionMails['about']>;

/** Mails of a subscription's life. The key of each names its fact, so it is sent once however often the job runs. */
@Injectable()
export class SubscriptionMails {
  constructor(
    private readonly accounts: Accounts,
    @InjectRepository(Payment) private readonly payments: Repository<Payment>,
    @InjectRepository(ClosedMonth) private readonly closedMonths: Repository<ClosedMonth>,
    private readonly workflow: Workflow,
    private readonly mailer: TransactionalMailer,
    private readonly links: PlanLinks,
    private readonly receiptsLinks: ReceiptsLinks,
    private readonly summaries: SubscriptionSummaries,
    private readonly consents: Consents,
    private readonly upgrades: Upgrades,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Not sent once the trial was canceled, has ended, or ends at another time than the job says. */
  @OnJob('sendTrialNotice', BULK_MAIL)
  async sendTrialNotice({ key }: Job): Promise<void> {
    const [id, days, ends] = key.split(':').map(Number) as [number, 7 | 1, number];
    const now = this.clock.now();
    const subscription = await this.find(id);
    if (
      !subscription ||
      !hasTag(subscriptionLife, subscription.state, 'inTrial') ||
      subscription.cancelAt ||
      subscription.trialEndsAt <= now
    )
      return;
    if (subscription.trialEndsAt.getTime() / 1000 !== ends) return;
    if (days > 1 && isLastNoticeDue(subscription.trialEndsAt, now)) return;
    const left = leftUntil(subscription.trialEndsAt, now);
    const smaller = await this.upgrades.findSmaller(subscription);
    await this.send(subscription, `trial-notice-${days}`, [id, ends], `Your free trial ends in ${left}`, (about) =>
      createElement(TrialNoticeMail, {
        ...about,
        left,
        isTomorrow: this.day(daysAfter(now, 1)) === about.trialEnds,
        smaller: smaller && smallerPlan(smaller),
      }),
    );
  }

  @OnJob('sendSubscriptionEnded')
  async sendSubscriptionEnded({ subjectId }: Job): Promise<void> {
    const subscription = await this.find(subjectId);
    if (!subscription || !hasTag(subscriptionLife, subscription.state, 'ended')) return;
    const { id } = subscription;
    const endedAt = (await this.summaries.endOf(subscription)) ?? this.clock.now();
    const charged = await this.payments.existsBy({ subscriptionId: id, paidInCents: MoreThan(0) });
    const unpaid = await this.refusedInvoiceOf(id);
    await this.send(
      subscription,
      'subscription-ended',
      [id, subscription.stripeId],
      'Your subscription has ended',
      (about) => createElement(SubscriptionEndedMail, { ...about, charged, unpaid, endedOn: this.day(endedAt) }),
    );
  }

  /** Not once it has ended again. */
  @OnJob('sendReactivated')
  async sendReactivated({ subjectId }: Job): Promise<void> {
    const subscription = await this.find(subjectId);
    if (!subscription || hasTag(subscriptionLife, subscription.state, 'ended')) return;
    const { id, stripeId, plan, trialEndsAt: startedAt, periodEndsAt } = subscription;
    const consent = await this.consents.ofStart({ trialId: id, plan, startedAt });
    await this.send(subscription, 'reactivated', [id, stripeId], 'Welcome back: your plan runs again', (about) =>
      createElement(ReactivatedMail, { ...about, next: this.day(periodEndsAt), agreed: consent?.text }),
    );
  }

  /** The newest invoice, if it was refused until the end. */
  private async refusedInvoiceOf(subscriptionId: number) {
    const newest = await this.payments.findOne({ where: { subscriptionId }, order: { createdAt: 'DESC' } });
    if (!newest || dunningStage(newest, true) !== 'ended') return undefined;
    const { amountInCents, attempts: tries, declinedWith } = newest;
    return { price: dollars(amountInCents), tries, reason: refusalReason(declinedWith) };
  }

  /** Sent once per month, and not once the plan fits. */
  @OnJob('sendUpgradeRequest')
  async sendUpgradeRequest({ key }: Job): Promise<void> {
    const [id, month] = key.split(':').map(Number) as [number, number];
    const closed = await this.closedMonths.findOneBy({ subscriptionId: id, month });
    const subscription = await this.find(id);
    if (!closed?.upgradeTo || closed.acceptedAt || subscription?.plan !== closed.plan) return;
    const next = planOf(closed.upgradeTo);
    const { activeUsers } = closed;
    await this.send(subscription, 'upgrade-request', [id, month], 'Your plan has become too small', (about) =>
      createElement(UpgradeRequestMail, {
        ...about,
        activeUsers,
        next: { plan: planWithRange(next), price: dollars(next.amountInCents) },
      }),
    );
  }

  /**
   * Mails the link to a plan; the request has counted the mail. An address without an account gets none. A sent link ends the older
   * links of the plan; links that support ended while the mail was sent stay ended.
   */
  @OnJob('sendPlanLink')
  async sendPlanLink({ id: jobId, subjectId: id }: Job): Promise<void> {
    const holder = await this.accounts.holderOf(id);
    if (!holder) return;
    const { firstName, email } = holder;
    const subscription = await this.find(id);
    const hasEnded = subscription !== null && hasTag(subscriptionLife, subscription.state, 'ended');
    const madeAt = this.clock.now();
    const outcome = await this.mailer.sendCapped('paid', 'plan-link', [jobId], id, {
      to: email,
      subject: MAIL_SUBJECTS['plan-link'],
      body: createElement(PlanLinkMail, {
        site: this.settings,
        firstName,
        hasEnded,
        planLink: this.links.linkTo(id, { madeAt }),
      }),
    });
    if (outcome !== 'sent') return;
    await this.workflow.withLock(subscriptionFlow, id, async ({ entity: subject }) => {
      if (!subject.planLinksFrom || subject.planLinksFrom < madeAt) subject.planLinksFrom = madeAt;
    });
  }

  /** Sends once for `fact` and notes it in the journal; does nothing without a recipient, or while the erasure of the member forbids it. */
  async send<Kind extends UncappedMail>(
    subscription: Subscription,
    kind: Kind,
    fact: MailFact<Kind>,
    subject: string,
    body: (about: AboutSubscription) => ReactElement,
  ): Promise<void> {
    const holder = await this.accounts.holderOf(subscription.id);
    if (!holder || isUnwanted(holder, kind)) return;
    const mail = { to: holder.email, subject, body: body(this.about(subscription, holder)) };
    await this.sendOnce(subscription, kind, fact, mail);
  }

  /** The same to the second address for receipts, once its owner has confirmed it. It opens no plan. */
  async sendToTreasurer<Kind extends UncappedMail>(
    subscription: Subscription,
    kind: Kind,
    fact: MailFact<Kind>,
    subject: string,
    body: (about: CopyProps) => ReactElement,
  ): Promise<void> {
    const holder = await this.accounts.holderOf(subscription.id);
    if (!holder?.receipts?.provenAt || isUnwanted(holder, kind)) return;
    const stopLink = this.receiptsLinks.linkTo('stop-receipts', subscription.id, holder.receipts);
    const about = { site: this.settings, askedBy: holder.name, church: holder.churchName, stopLink };
    await this.sendOnce(subscription, kind, fact, { to: holder.receipts.email, subject, body: body(about) });
  }

  /** The link with which the owner of a second address for receipts confirms it. */
  @OnJob('sendReceiptsConfirmation')
  async sendReceiptsConfirmation({ id: jobId, subjectId: id }: Job): Promise<void> {
    const subscription = await this.find(id);
    const holder = await this.accounts.holderOf(id);
    if (!subscription || !holder?.receipts || holder.receipts.provenAt) return;
    const outcome = await this.mailer.sendCapped('paid', 'receipts-confirmation', [jobId], id, {
      to: holder.receipts.email,
      subject: `Receipts of ${this.settings.PRODUCT_NAME}: please confirm your address`,
      body: createElement(ReceiptsConfirmationMail, {
        site: this.settings,
        firstName: holder.firstName,
        link: this.receiptsLinks.linkTo('confirm-receipts', id, holder.receipts),
      }),
    });
    if (outcome === 'known') return;
    await this.workflow.note(subscriptionFlow, subscription, `mail ${outcome}`, { mail: 'receipts-confirmation' });
  }

  private async sendOnce<Kind extends UncappedMail>(
    subscription: Subscription,
    kind: Kind,
    fact: MailFact<Kind>,
    mail: MailDraft,
  ): Promise<void> {
    const outcome = await this.mailer.send(kind, fact, subscription.id, mail);
    if (outcome === 'known') return;
    await this.workflow.note(subscriptionFlow, subscription, `mail ${outcome}`, { mail: kind });
  }

  find(id: number): Promise<Subscription | null> {
    return this.workflow.find(subscriptionFlow, { id });
  }

  /** The link works at least until the end that the mail is about. */
  about(subscription: Subscription, { firstName, churchName: church }: AccountHolder) {
    const { id, plan, trialEndsAt, periodEndsAt, cancelAt, card, monthlyInCents, nextCharge, pause } = subscription;
    return {
      site: this.settings,
      firstName,
      church,
      plan: planWithRange(planOf(plan)),
      price: dollars(monthlyInCents),
      charge: dollars(nextCharge?.amountInCents ?? monthlyInCents),
      card: card && `your ${cardEnding(card)}`,
      isCardExpired: card !== null && isExpiredOn(card, periodEndsAt.toISOString()),
      trialEnds: this.day(trialEndsAt),
      paused: pause && !nextCharge ? `Your payments are paused${this.until(pause)}.` : null,
      planLink: this.links.linkTo(id, { until: cancelAt ?? periodEndsAt }),
    };
  }

  private until({ until }: PaymentPause): string {
    return until ? ` until ${this.day(new Date(until))}` : '';
  }

  day(at: Date): string {
    return formatLongDate(at, this.settings.ORG_TIME_ZONE);
  }
}

const isUnwanted = ({ erasureRequested }: AccountHolder, kind: UncappedMail): boolean =>
  erasureRequested && isHeldDuringErasure(kind);

const smallerPlan = ({ plan, activeUsers }: SmallerPlan) => {
  const { amountInCents } = planOf(plan);
  return { plan: planWithRange(planOf(plan)), price: dollars(amountInCents), activeUsers };
};

/** The time that is really left, so that a late notice is correct: "7 days", "1 day", "3 hours". */
function leftUntil(end: Date, now: Date): string {
  const hours = (end.getTime() - now.getTime()) / 3_600_000;
  const days = Math.round(hours / 24);
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`;
  return hours < 1.5 ? 'an hour' : `${Math.round(hours)} hours`;
}
