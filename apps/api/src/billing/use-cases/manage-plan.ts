import { hasTag, subscriptionLife } from '@lampstand/workflows';
import {
  type CardPageAnswer,
  dunningStage,
  ERRORS,
  maskPhone,
  type OpenInvoice,
  type PlanInvoice,
  type PlanPreview,
  type PlanView,
  refusalReason,
  type TierId,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import type { LimitName } from '../../platform/limits/limits.ts';
import { ReturnedMails } from '../../platform/mail/index.ts';
import { Payment, Subscription } from '../billing.entities.ts';
import { Agreements } from '../agreements.ts';
import { PaymentGateway } from '../payment-gateway.ts';
import { CountActivity } from '../usage/active-users.ts';
import { Upgrades } from '../usage/upgrades.ts';
import { CallProvider } from './call-provider.ts';
import { linkOver, type OpenedPlan, PlanLinks } from './plan-links.ts';
import { ProvisionPrices } from './provision-prices.ts';
import { ReceiptsEmails } from './receipts-emails.ts';
import { SubscriptionSummaries } from './subscription-summaries.ts';
import { SyncSubscription } from './sync-subscription.ts';
import { Workflow } from '../../workflow/index.ts';
import { subscriptionFlow } from '../subscription-flow.ts';

/** How long the amounts of a preview hold. */
const PREVIEW_MINUTES = 60;

/**
 * What the holder of a link can see and change. Each change goes to the provider first and is synced then, so every
 * call is idempotent.
 */
@Injectable()
export class ManagePlan {
  constructor(
    private readonly workflow: Workflow,
    private readonly accounts: Accounts,
    @InjectRepository(Payment) private readonly payments: Repository<Payment>,
    private readonly links: PlanLinks,
    private readonly agreements: Agreements,
    private readonly gateway: PaymentGateway,
    private readonly callProvider: CallProvider,
    private readonly prices: ProvisionPrices,
    private readonly syncSubscription: SyncSubscription,
    private readonly upgrades: Upgrades,
    private readonly activity: CountActivity,
    private readonly summaries: SubscriptionSummaries,
    private readonly receiptsEmails: ReceiptsEmails,
    private readonly settings: Settings,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
    private readonly returnedMails: ReturnedMails,
  ) {}

  async read(token: string): Promise<PlanView> {
    return this.viewOf(await this.open(token, 'planReadsPerSubscription'));
  }

  /** What the next invoice would be with another plan, and when what it says was calculated. */
  async preview(token: string, plan: TierId): Promise<PlanPreview> {
    const { id, stripeId } = (await this.requireRunning(token, 'planReadsPerSubscription')).subscription;
    const prorationDate = this.clock.now();
    const preview = await this.callProvider.execute(id, () =>
      this.prices.sell(plan, (price) => this.gateway.previewPrice(stripeId, price, prorationDate)),
    );
    return { ...preview, prorationDate: prorationDate.toISOString() };
  }

  /** With the `prorationDate` of a preview it costs what that said. Throws a 409 for one that is too old. */
  async change(token: string, plan: TierId, prorationDate?: string): Promise<PlanView> {
    const opened = await this.requireRunning(token);
    const from = prorationDate ? { prorationDate: this.requireRecent(new Date(prorationDate)) } : {};
    return this.changeAndSync(opened, ({ stripeId }) =>
      this.prices.sell(plan, (price) => this.gateway.changePrice(stripeId, price, from)),
    );
  }

  /** A later date would charge less for the month, an old one more than the page can still show. */
  private requireRecent(at: Date): Date {
    const now = this.clock.now();
    if (at > minutesAfter(now, 1) || at < minutesAfter(now, -PREVIEW_MINUTES))
      throw new AppError('conflict', ERRORS.previewOver);
    return at;
  }

  async cancelAtEnd(token: string, ends: boolean): Promise<PlanView> {
    return this.changeAndSync(await this.requireRunning(token), ({ stripeId }) =>
      this.gateway.cancelAtEnd(stripeId, ends),
    );
  }

  async acceptUpgrade(token: string): Promise<PlanView> {
    return this.changeAndSync(await this.requireRunning(token), async (subscription) =>
      this.upgrades.accept((await this.syncSubscription.refresh(subscription.id)) ?? subscription),
    );
  }

  /** After the end of the subscription only where the phone is proven: to start again. */
  async openCardPage(token: string): Promise<CardPageAnswer> {
    const { subscription, link } = await this.open(token, 'planCardPagesPerSubscription');
    if (hasEnded(subscription) && !this.links.hasProvenPhone(link)) throw new AppError('conflict', ERRORS.planOver);
    const { id, customerId } = subscription;
    const back = `${this.settings.SITE_URL}/plan?token=${token}`;
    const url = await this.callProvider.execute(id, () =>
      this.gateway.openCardPortal(customerId, { back, done: `${back}&card=done` }),
    );
    return { success: true, url };
  }

  async enterReceiptsEmail(token: string, email: string): Promise<PlanView> {
    const opened = await this.requireRunning(token);
    await this.receiptsEmails.enter(opened.subscription.id, email);
    return this.viewOf(opened);
  }

  async removeReceiptsEmail(token: string): Promise<PlanView> {
    const opened = await this.open(token, 'planChangesPerSubscription');
    await this.receiptsEmails.remove(opened.subscription.id);
    return this.viewOf(opened);
  }

  private async changeAndSync(
    { subscription, link }: OpenedPlan,
    work: (subscription: Subscription) => Promise<unknown>,
  ): Promise<PlanView> {
    return this.callProvider.execute(subscription.id, async () => {
      await work(subscription);
      const synced = await this.syncSubscription.execute(subscription.id);
      return this.viewOf({ subscription: synced ?? subscription, link });
    });
  }

  /** Throws a 410 for a link that no longer works. */
  async open(token: string, limit: LimitName): Promise<OpenedPlan> {
    const link = this.links.read(token);
    const subscription = link && (await this.workflow.find(subscriptionFlow, { id: link.id }));
    if (!subscription || link.madeAt < (subscription.planLinksFrom ?? link.madeAt)) throw linkOver();
    await this.limiter.consume(limit, String(subscription.id));
    return { subscription, link };
  }

  private async requireRunning(token: string, limit: LimitName = 'planChangesPerSubscription'): Promise<OpenedPlan> {
    const opened = await this.open(token, limit);
    if (hasEnded(opened.subscription)) throw new AppError('conflict', ERRORS.planOver);
    return opened;
  }

  private async viewOf({ subscription, link }: OpenedPlan): Promise<PlanView> {
    const { id, plan, card, cardSince, monthlyInCents, nextCharge } = subscription;
    const holder = await this.accounts.holderOf(id);
    const summary = await this.summaries.of(subscription);
    if (!holder || !summary) throw linkOver();
    const invoices = await this.payments.find({
      where: { subscriptionId: id, amountInCents: MoreThan(0), status: Not('draft') },
      order: { createdAt: 'DESC' },
    });
    const open = invoices.find(({ status }) => status === 'open');
    return {
      ...summary,
      firstName: holder.firstName,
      plan,
      monthlyInCents,
      nextCharge,
      card,
      cardSince: cardSince?.toISOString() ?? null,
      openInvoice: open?.hostedUrl ? openInvoiceView(open, open.hostedUrl) : null,
      invoices: invoices.map(invoiceView),
      churchName: holder.churchName,
      mailReturned: await this.returnedMails.has(id),
      receipts: holder.receipts && { email: holder.receipts.email, isConfirmed: holder.receipts.provenAt !== null },
      agreements: await this.agreements.of(id),
      activeUsers: await this.activity.inMonthOf(subscription),
      upgrade: await this.upgrades.find(subscription),
      smaller: hasEnded(subscription) ? null : await this.upgrades.findSmaller(subscription),
      reactivation:
        hasEnded(subscription) && !holder.erasureRequested
          ? { phone: maskPhone(holder.phone), isPhoneProven: this.links.hasProvenPhone(link) }
          : null,
    };
  }
}

const hasEnded = ({ state }: Subscription): boolean => hasTag(subscriptionLife, state, 'ended');

const openInvoiceView = (payment: Payment, url: string): OpenInvoice => ({
  amountInCents: payment.amountInCents,
  url,
  stage: dunningStage(payment, false),
  nextTryAt: payment.nextAttemptAt?.toISOString() ?? null,
  reason: refusalReason(payment.declinedWith) ?? null,
});

const invoiceView = (payment: Payment): PlanInvoice => ({
  number: payment.number,
  amountInCents: payment.amountInCents,
  refundedInCents: payment.refundedInCents,
  lines: payment.lines,
  status: payment.status === 'draft' ? 'open' : payment.status,
  dispute: payment.dispute?.state ?? null,
  periodFrom: payment.periodFrom.toISOString(),
  periodTo: payment.periodTo.toISOString(),
  url: payment.hostedUrl,
  pdfUrl: payment.pdfUrl,
});
