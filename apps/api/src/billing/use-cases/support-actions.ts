import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { civilDay, ERRORS, longDate, type TierId } from '@lampstand/contracts';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, onDay } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import type { QueueName } from '../../platform/jobs/queues.ts';
import { Workflow } from '../../workflow/index.ts';
import { Subscription } from '../billing.entities.ts';
import { PaymentGateway } from '../payment-gateway.ts';
import { subscriptionFlow } from '../subscription-flow.ts';
import { Consents } from '../consents.ts';
import { CallProvider } from './call-provider.ts';
import { PLAN_LINK_QUEUE } from './plan-links.ts';
import { ProvisionPrices } from './provision-prices.ts';
import { SyncSubscription } from './sync-subscription.ts';

/** The latest end of a trial, from now. */
const LONGEST_EXTENSION_DAYS = 90;
const LINK_NOTE = 'plan link sent';
const WELCOME_NOTE = 'welcome requested';
const LINKS_ENDED = 'plan links ended';

/** The support actions on a subscription. False: it was done already, and nothing was done twice. */
@Injectable()
export class SubscriptionSupportActions {
  constructor(
    @InjectRepository(Subscription) private readonly subscriptions: Repository<Subscription>,
    private readonly workflow: Workflow,
    private readonly gateway: PaymentGateway,
    private readonly callProvider: CallProvider,
    private readonly prices: ProvisionPrices,
    private readonly syncSubscription: SyncSubscription,
    private readonly consents: Consents,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async cancelAtEnd(id: number, ends: boolean): Promise<boolean> {
    const { stripeId } = await this.requireRunning(id);
    return this.callProvider.execute(id, async () => {
      // Sync first: an earlier call may have succeeded and lost its answer.
      const now = await this.syncSubscription.execute(id);
      if (now && (now.cancelAt !== null) === ends) return false;
      await this.gateway.cancelAtEnd(stripeId, ends);
      await this.syncSubscription.execute(id);
      return true;
    });
  }

  /** As the member changes it on the plan page. */
  async changePlan(id: number, plan: TierId): Promise<boolean> {
    const { stripeId } = await this.requireRunning(id);
    return this.callProvider.execute(id, async () => {
      const price = await this.prices.requirePrice(plan);
      const now = await this.syncSubscription.execute(id);
      if (now?.plan === plan) return false;
      await this.gateway.changePrice(stripeId, price);
      await this.syncSubscription.execute(id);
      return true;
    });
  }

  /**
   * Moves the trial's end to the civil day `until`, at the same time of day. Never to a day before the one that the member
   * agreed to be charged from. Idempotent. Throws a 400 for an invalid day.
   */
  async moveTrialEnd(id: number, until: string): Promise<boolean> {
    const { trialEndsAt, state, stripeId } = await this.requireRunning(id);
    if (!hasTag(subscriptionLife, state, 'inTrial')) throw new AppError('conflict', 'The free trial is over.');
    const zone = this.settings.ORG_TIME_ZONE;
    const endsOn = civilDay(trialEndsAt, zone);
    if (until === endsOn) return false;
    const end = onDay(trialEndsAt, until, zone);
    const now = this.clock.now();
    // Without an agreement only later days are safe.
    const agreed = (await this.consents.receiptOf(id))?.firstChargeOn ?? endsOn;
    if (until < agreed || end <= now || end > daysAfter(now, LONGEST_EXTENSION_DAYS))
      throw new AppError('invalid', ERRORS.invalid, { fields: { until: badDay(agreed) } });
    await this.callProvider.execute(id, async () => {
      await this.gateway.moveTrialEnd(stripeId, end);
      await this.syncSubscription.execute(id);
    });
    return true;
  }

  async sendPlanLink(id: number): Promise<boolean> {
    await this.requireRunning(id);
    return this.mailOnce(id, LINK_NOTE, PLAN_LINK_QUEUE);
  }

  /** Only during the trial, of which the mail tells. */
  async resendWelcome(id: number): Promise<boolean> {
    const { state } = await this.requireRunning(id);
    if (!hasTag(subscriptionLife, state, 'inTrial')) throw new AppError('conflict', ADMIN_ERRORS.trialOver);
    return this.mailOnce(id, WELCOME_NOTE, 'sendWelcomeAgain');
  }

  /** Ends every link to the plan that was sent so far. */
  async endPlanLinks(id: number): Promise<boolean> {
    await this.requireRunning(id);
    const ended = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      if (await change.wasJustRecorded(LINKS_ENDED)) return false;
      change.entity.planLinksFrom = change.at;
      await change.note(LINKS_ENDED);
      return true;
    });
    return ended ?? false;
  }

  private async mailOnce(id: number, note: string, queue: QueueName): Promise<boolean> {
    const sent = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      if (await change.wasJustRecorded(note)) return false;
      await change.note(note);
      await this.jobs.enqueue(change.tx, queue, id);
      return true;
    });
    return sent ?? false;
  }

  /** Throws a 409 without a running subscription. */
  async requireRunning(id: number): Promise<Subscription> {
    const subscription = await this.subscriptions.findOneBy({ id });
    if (!subscription) throw new AppError('conflict', ADMIN_ERRORS.noSubscription);
    if (hasTag(subscriptionLife, subscription.state, 'ended'))
      throw new AppError('conflict', ADMIN_ERRORS.subscriptionEnded);
    return subscription;
  }
}

const badDay = (agreed: string) =>
  `Choose a day to come, not before ${longDate(agreed)} and within ${LONGEST_EXTENSION_DAYS} days from now.`;
