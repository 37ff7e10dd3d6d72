import {
  type CodeChannel,
  type CodeSentAnswer,
  ERRORS,
  type PlanLinkAnswer,
  type PlanView,
  type ReactivateBody,
  type ReactivationPreview,
  refusalReason,
  type TierId,
} from '@lampstand/contracts';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { type AccountHolder, Accounts } from '../../accounts/index.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/errors.ts';
import { CheckCode, refusalOf, SendCode } from '../../verification/index.ts';
import { Workflow } from '../../workflow/index.ts';
import type { Subscription } from '../billing.entities.ts';
import { Consents } from '../consents.ts';
import { CardDeclined, CustomerGone, PaymentFailed, PaymentGateway } from '../payment-gateway.ts';
import { subscriptionFlow } from '../subscription-flow.ts';
import { CallProvider } from './call-provider.ts';
import { ManagePlan } from './manage-plan.ts';
import { linkOver, type OpenedPlan, PlanLinks } from './plan-links.ts';
import { ProvisionPrices } from './provision-prices.ts';
import { SyncSubscription } from './sync-subscription.ts';

/** When the provider is read again after a press whose answer may be lost. */
const CHECK_MINUTES = 5;

/**
 * Lets a member subscribe again after the subscription has ended: a code proves the account's phone, and one request creates a
 * subscription that is charged at once. Account, church and Stripe customer stay the same. The next sync copies the new subscription.
 */
@Injectable()
export class ReactivatePlan {
  constructor(
    private readonly managePlan: ManagePlan,
    private readonly links: PlanLinks,
    private readonly accounts: Accounts,
    private readonly sendCode: SendCode,
    private readonly checkCode: CheckCode,
    private readonly gateway: PaymentGateway,
    private readonly callProvider: CallProvider,
    private readonly prices: ProvisionPrices,
    private readonly consents: Consents,
    private readonly syncSubscription: SyncSubscription,
    private readonly workflow: Workflow,
  ) {}

  /** Sends a code to the phone of the account. */
  async code(token: string, channel: CodeChannel = 'sms'): Promise<CodeSentAnswer> {
    const { id, holder } = await this.requireEnded(token);
    const { phone } = holder;
    const { sent, times } = await this.sendCode.execute({ trialId: id, phone, again: true, channel, proven: true });
    return { success: true, sent, ...times };
  }

  /** Returns a link to the plan with which it can be started again for an hour. */
  async verify(token: string, code: string): Promise<PlanLinkAnswer> {
    const { id, holder, link } = await this.requireEnded(token);
    const checked = await this.checkCode.execute(id, holder.phone, code);
    if (checked.outcome !== 'right') throw refusalOf(checked);
    return { token: this.links.withProvenPhone(link) };
  }

  /** What would be charged now and each month, and the text to agree to. */
  async preview(token: string, plan: TierId): Promise<ReactivationPreview> {
    const { subscription, holder } = await this.requireProven(token);
    return this.offer(subscription, holder, plan);
  }

  /** Of a plan that runs already, its state: two tabs, or a lost answer, make one subscription. */
  async execute({ token, selectedPlan: plan, ...shown }: ReactivateBody): Promise<PlanView> {
    const { id } = (await this.managePlan.open(token, 'planChangesPerSubscription')).subscription;
    const now = await this.callProvider.execute(id, () => this.syncSubscription.refresh(id));
    if (now && !hasTag(subscriptionLife, now.state, 'ended')) return this.managePlan.read(token);
    const { subscription, holder } = await this.requireProven(token);
    const { customerId, paymentMethodId } = subscription;
    if (!paymentMethodId) throw new AppError('conflict', ERRORS.cardMissing);
    if (subscription.cardSince?.toISOString() !== shown.cardSince) throw new AppError('conflict', ERRORS.cardChanged);
    const offer = await this.offer(subscription, holder, plan);
    if (
      offer.amountInCents !== shown.amountInCents ||
      offer.monthlyInCents !== shown.monthlyInCents ||
      offer.consentVersion !== shown.consentVersion
    )
      throw new AppError('conflict', ERRORS.previewOver);
    const attempt = await this.agree(subscription, offer, plan);
    return this.callProvider.execute(id, async () => {
      await this.prices
        .sell(plan, (priceId) =>
          this.gateway.reactivate({ trialId: id, customerId, paymentMethodId, priceId, attempt }),
        )
        .catch((error: unknown) => this.refused(id, error));
      await this.syncSubscription.execute(id);
      return this.managePlan.read(token);
    });
  }

  private async offer(subscription: Subscription, holder: AccountHolder, plan: TierId): Promise<ReactivationPreview> {
    const preview = (customer: string) =>
      this.prices.sell(plan, (price) => this.gateway.previewReactivation(customer, price));
    const { nextCharge, monthlyInCents } = await this.callProvider.execute(subscription.id, () =>
      preview(subscription.customerId).catch(async (error: unknown) => {
        if (!(error instanceof CustomerGone)) throw error;
        return preview(await this.newCustomer(subscription, holder));
      }),
    );
    const { amountInCents, lines } = nextCharge;
    const { text, version } = this.consents.reactivationTerms({ plan, amountInCents, monthlyInCents });
    return { amountInCents, monthlyInCents, lines, text, consentVersion: version };
  }

  /** In place of a customer that was deleted at the provider. It has no card yet. */
  private async newCustomer({ id, customerId: gone }: Subscription, holder: AccountHolder): Promise<string> {
    const { email, phone, name } = holder;
    const details = { trialId: id, email, phone, name, attempt: `after:${gone}` };
    const customerId = await this.gateway.createCustomer(details);
    const stored = await this.workflow.withLock(subscriptionFlow, id, async ({ entity: subject, tx }) => {
      if (subject.isErased) return false;
      Object.assign(subject, { customerId, card: null, paymentMethodId: null, cardSince: null });
      await this.accounts.setCustomer(tx, id, customerId);
      return true;
    });
    if (stored) return customerId;
    await this.gateway.deleteCustomer(customerId, null);
    throw linkOver();
  }

  /**
   * Records the consent; the sync that finds the new subscription stores the card with it. The key of the attempt is the same
   * for two presses at one time, and another one after a refusal. A sweep reads the provider soon, in case the answer is lost.
   */
  private async agree({ id }: Subscription, offer: ReactivationPreview, plan: TierId): Promise<string> {
    const agreed = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      const { entity: subject, tx, at } = change;
      subject.checkAt = minutesAfter(at, CHECK_MINUTES);
      const { amountInCents, text, consentVersion: version } = offer;
      await this.consents.recordReactivation(tx, { trialId: id, plan, amountInCents, text, version, agreedAt: at });
      await change.note('reactivation requested', { plan, amountInCents });
      const [{ refusals }] = await tx.query<[{ refusals: number }]>(
        `SELECT count(*)::int AS refusals FROM workflow_journal
          WHERE flow = $1 AND subject_id = $2 AND note = 'reactivation refused'`,
        [subscriptionFlow.chart.id, id],
      );
      return `${subject.journalSeq}.${refusals}`;
    });
    if (!agreed) throw linkOver();
    return agreed;
  }

  /** A failure of the connection is no refusal: the same attempt may have succeeded. */
  private async refused(id: number, error: unknown): Promise<never> {
    if (!(error instanceof CardDeclined || error instanceof PaymentFailed)) throw error;
    const { message: reason } = error;
    await this.workflow.withLock(subscriptionFlow, id, (change) => change.note('reactivation refused', { reason }));
    throw error instanceof CardDeclined ? new AppError('declined', ERRORS.cardRefused(refusalReason(reason))) : error;
  }

  private async requireProven(token: string): Promise<OpenedPlan & { holder: AccountHolder }> {
    const opened = await this.requireEnded(token);
    if (!this.links.hasProvenPhone(opened.link))
      throw new AppError('forbidden', ERRORS.phoneUnproven, { reason: 'prove' });
    return opened;
  }

  /** Throws a 409 while the subscription runs, and once the member has asked for the erasure. */
  private async requireEnded(token: string): Promise<OpenedPlan & { id: number; holder: AccountHolder }> {
    const opened = await this.managePlan.open(token, 'planReadsPerSubscription');
    const { id, state } = opened.subscription;
    const holder = await this.accounts.holderOf(id);
    if (!holder) throw linkOver();
    if (!hasTag(subscriptionLife, state, 'ended')) throw new AppError('conflict', ERRORS.planRuns);
    if (holder.erasureRequested) throw new AppError('conflict', ERRORS.erasureRequested);
    return { ...opened, id, holder };
  }
}
