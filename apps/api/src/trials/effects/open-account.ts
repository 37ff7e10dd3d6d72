import { Injectable } from '@nestjs/common';
import { DataSource, In, Not } from 'typeorm';
import { activateAccount, releaseReservation, reserveAccount } from '../../accounts/index.ts';
import {
  BeginSubscription,
  PaymentFailed,
  PaymentGateway,
  PaymentRefused,
  ProvisionPrices,
  type TrialSubscription,
} from '../../billing/index.ts';
import { forEachIndependently } from '../../platform/jobs/sweeper.ts';
import { TrialSignup } from '../domain/trial-signup.entity.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';
import { TrialCustomer } from '../use-cases/trial-customer.ts';

/**
 * The one worker that opens accounts; any number of its jobs for one sign-up make one account. It takes the place
 * first, then asks the payment provider with a key of its own, then stores all there is in one transaction.
 */
@Injectable()
export class OpenAccount {
  constructor(
    private readonly dataSource: DataSource,
    private readonly trials: SavedTrials,
    private readonly customer: TrialCustomer,
    private readonly gateway: PaymentGateway,
    private readonly prices: ProvisionPrices,
    private readonly beginSubscription: BeginSubscription,
  ) {}

  async execute(id: number): Promise<void> {
    const trial = await this.reserve(id);
    if (!trial) return;
    try {
      await this.finish(trial, await this.subscribe(trial));
    } catch (error) {
      if (error instanceof PaymentRefused) return this.loseCard(id, error.message);
      if (error instanceof PaymentFailed) await this.customer.nextAttempt(id);
      const kind = (error as Error).constructor.name;
      await this.trials.change(id, (change) => change.noteRepeat('opening attempt failed', { kind }, 'card.saved'));
      throw error;
    }
  }

  /** Undefined when there is nothing to open: it is open already, or the place is another's. */
  private async reserve(id: number): Promise<TrialSignup | undefined> {
    if (!(await this.trials.find(id))) return undefined;
    return this.trials.change(id, async (change) => {
      const { entity: subject, tx, at } = change;
      if (subject.state !== 'openingAccount') return undefined;
      if ((await reserveAccount(tx, { ...subject, trialId: id }, at)) === 'reserved') return subject;
      await change.recordTransition('account.existed');
      return undefined;
    });
  }

  private async subscribe(trial: TrialSignup): Promise<TrialSubscription> {
    return this.gateway.subscribe({
      trialId: trial.id,
      customerId: trial.stripeCustomerId!,
      email: trial.email,
      paymentMethodId: trial.paymentMethodId!,
      priceId: await this.prices.requirePrice(trial.selectedPlan),
      trialEndsAt: trial.trialEndsAt!,
      attempt: `${trial.setupIntentAttempt}.${trial.providerAttempt}`,
    });
  }

  /** The plan may have been changed while the provider was asked: the last choice holds. */
  private async finish(trial: TrialSignup, subscription: TrialSubscription): Promise<void> {
    const plan = trial.selectedPlan;
    const priceId = await this.prices.requirePrice(plan);
    if (subscription.priceId !== priceId) subscription = await this.gateway.changePrice(subscription.id, priceId);
    const changed = await this.trials.change(trial.id, async (change) => {
      const { entity: subject, tx, at } = change;
      if (subject.state !== 'openingAccount') return undefined;
      if (subject.selectedPlan !== plan) return subject;
      await activateAccount(tx, subject.id, subscription.customerId, at);
      await this.beginSubscription.execute(tx, { id: subject.id, plan, card: subject.card }, subscription);
      await change.recordTransition('account.opened', { subscription: subscription.id, plan });
      return undefined;
    });
    if (changed) return this.finish(changed, subscription);
    await this.closeRivals(trial);
  }

  /** Other sign-ups of the same proven phone end here, before they are asked for a card. */
  private async closeRivals({ id, phone }: TrialSignup): Promise<void> {
    const rivals = await this.dataSource
      .getRepository(TrialSignup)
      .findBy({ phone, id: Not(id), state: In(['billingInformation']) });
    await forEachIndependently(rivals, (rival) =>
      this.trials.change(rival.id, async (change) => {
        if (change.entity.phone === phone && change.entity.state === 'billingInformation')
          await change.recordTransition('account.existed');
      }),
    );
  }

  private loseCard(id: number, code: string): Promise<void> {
    return this.trials.change(id, async (change) => {
      if (!change.can('card.lost')) return;
      await releaseReservation(change.tx, id);
      const { entity: subject } = change;
      Object.assign(subject, { setupIntentId: null, setupIntentAt: null, checkoutSessionId: null, cardCheckAt: null });
      // Another card is another call: the provider would refuse it under the key of the first one.
      subject.providerAttempt += 1;
      await change.recordTransition('card.lost', { code });
    });
  }
}
