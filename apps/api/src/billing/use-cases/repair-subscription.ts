import { civilDay, ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { Workflow } from '../../workflow/index.ts';
import { Subscription } from '../domain/subscription.entity.ts';
import { PaymentGateway } from '../ports/payment-gateway.ts';
import { subscriptionFlow } from '../subscription-flow.ts';
import { PLAN_LINK } from './ask-plan-link.ts';
import { asked } from './asked.ts';
import { MirrorSubscription } from './mirror-subscription.ts';

/** A trial is not made longer than this from now. */
const LONGEST_EXTENSION_DAYS = 90;
const LINK_NOTE = 'plan link sent';
const LINKS_ENDED = 'plan links ended';

/** What support may do to a subscription. False: it was so already, and nothing was done twice. */
@Injectable()
export class RepairSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly gateway: PaymentGateway,
    private readonly mirror: MirrorSubscription,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async cancelAtEnd(id: number, ends: boolean): Promise<boolean> {
    const { stripeId } = await this.require(id);
    return asked(async () => {
      // An answer of the provider may have been lost: what it says counts, not what we believe of it.
      const now = await this.mirror.execute(id);
      if (now && (now.cancelAt !== null) === ends) return false;
      await this.gateway.cancelAtEnd(stripeId, ends);
      await this.mirror.execute(id);
      return true;
    });
  }

  /** To the same time of day on the civil day `until`: said twice, it is the same. Throws a 400 for a day that makes no sense. */
  async extendTrial(id: number, until: string): Promise<boolean> {
    const { stripeId, trialEndsAt, state } = await this.require(id);
    if (state !== 'trialing') throw new AppError(409, 'The free trial is over.');
    const zone = this.settings.ORG_TIME_ZONE;
    const days = daysBetween(civilDay(trialEndsAt, zone), until);
    if (days === 0) return false;
    const end = daysAfter(trialEndsAt, days);
    if (days < 0 || end > daysAfter(this.clock.now(), LONGEST_EXTENSION_DAYS))
      throw new AppError(400, ERRORS.invalid, {
        fields: { until: `Choose a day after the trial's end, within ${LONGEST_EXTENSION_DAYS} days from now.` },
      });
    await asked(async () => {
      await this.gateway.moveTrialEnd(stripeId, end);
      await this.mirror.execute(id);
    });
    return true;
  }

  async sendPlanLink(id: number): Promise<boolean> {
    await this.require(id);
    const sent = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      if (await change.wasJustRecorded(LINK_NOTE)) return false;
      await change.note(LINK_NOTE);
      await this.jobs.enqueue(change.tx, PLAN_LINK, id, currentRequest().requestId);
      return true;
    });
    this.jobs.notify(PLAN_LINK);
    return sent ?? false;
  }

  /** Ends every link to the plan that was sent so far. */
  async endPlanLinks(id: number): Promise<boolean> {
    await this.require(id);
    const ended = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      if (await change.wasJustRecorded(LINKS_ENDED)) return false;
      change.entity.planLinksFrom = change.at;
      await change.note(LINKS_ENDED);
      return true;
    });
    return ended ?? false;
  }

  private async require(id: number): Promise<Subscription> {
    const subscription = await this.dataSource.getRepository(Subscription).findOneBy({ id });
    if (!subscription) throw new AppError(409, 'There is no subscription yet.');
    if (subscription.state === 'canceled') throw new AppError(409, 'The subscription has ended.');
    return subscription;
  }
}

/** Civil days `YYYY-MM-DD` from one to the other. */
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
