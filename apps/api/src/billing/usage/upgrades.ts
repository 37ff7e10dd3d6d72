import { ERRORS, type PlanUpgrade, type SmallerPlan } from '@lampstand/contracts';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { Workflow } from '../../workflow/index.ts';
import { ClosedMonth, Subscription } from '../billing.entities.ts';
import { PaymentGateway } from '../payment-gateway.ts';
import { subscriptionFlow } from '../subscription-flow.ts';
import { firstNotice } from '../subscription-rules.ts';
import { CountActivity, smallerThan } from './active-users.ts';
import { ProvisionPrices } from '../use-cases/provision-prices.ts';

/** The proposed upgrade, and its acceptance. */
@Injectable()
export class Upgrades {
  constructor(
    @InjectRepository(ClosedMonth) private readonly closedMonths: Repository<ClosedMonth>,
    private readonly workflow: Workflow,
    private readonly gateway: PaymentGateway,
    private readonly prices: ProvisionPrices,
    private readonly activity: CountActivity,
    private readonly clock: Clock,
  ) {}

  /** The newest proposal, unless the plan was changed since. */
  async find({ id, plan }: Subscription): Promise<PlanUpgrade | null> {
    const month = await this.newest(id);
    if (!month?.upgradeTo || plan !== (month.acceptedAt ? month.upgradeTo : month.plan)) return null;
    const { upgradeTo, activeUsers, closedAt, acceptedAt } = month;
    return { plan: upgradeTo, activeUsers, closedAt: closedAt.toISOString(), accepted: acceptedAt !== null };
  }

  /**
   * A smaller plan that would have been enough: in the last closed month, or in the trial once it ends within a week.
   */
  async findSmaller(subscription: Subscription): Promise<SmallerPlan | null> {
    const { id, plan, state, trialEndsAt } = subscription;
    const inTrial = hasTag(subscriptionLife, state, 'inTrial');
    if (inTrial && this.clock.now() < firstNotice(trialEndsAt)) return null;
    const activeUsers = inTrial
      ? await this.activity.inMonthOf(subscription)
      : ((await this.closedMonths.findOne({ where: { subscriptionId: id }, order: { month: 'DESC' } }))?.activeUsers ??
        0);
    const smaller = smallerThan(plan, activeUsers);
    return smaller ? { plan: smaller, activeUsers } : null;
  }

  /**
   * Billed from the next month on; this month's invoice stands. A proposal is accepted once, and throws a 409 if
   * another plan was chosen after it. `subscription` must have just been synced. False when there is no proposal.
   */
  async accept(subscription: Subscription): Promise<boolean> {
    const month = await this.newest(subscription.id);
    if (!month?.upgradeTo) return false;
    if (subscription.plan !== month.upgradeTo) {
      if (month.acceptedAt || subscription.plan !== month.plan) throw new AppError('conflict', ERRORS.upgradeOver);
      await this.prices.sell(month.upgradeTo, (price) => {
        const idempotencyKey = `upgrade:${subscription.id}:${month.month}:${price}`;
        return this.gateway.changePrice(subscription.stripeId, price, { from: 'nextPeriod', idempotencyKey });
      });
    }
    await this.workflow.withLock(subscriptionFlow, subscription.id, async (change) => {
      const key = { subscriptionId: subscription.id, month: month.month };
      const { affected } = await change.tx.update(
        ClosedMonth,
        { ...key, acceptedAt: IsNull() },
        { acceptedAt: change.at },
      );
      if (affected) await change.note('upgrade accepted', { month: month.month, plan: month.upgradeTo });
    });
    return true;
  }

  private newest(subscriptionId: number): Promise<ClosedMonth | null> {
    const where = { subscriptionId, upgradeTo: Not(IsNull()) };
    return this.closedMonths.findOne({ where, order: { month: 'DESC' } });
  }
}
