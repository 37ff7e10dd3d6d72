import { fullName } from '@lampstand/contracts';
import { statesTagged, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Not, Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import {
  Consents,
  CreateSubscription,
  CustomerGone,
  PaymentFailed,
  PaymentGateway,
  PaymentRefused,
  PriceUnavailable,
  ProvisionPrices,
  type TrialSubscription,
} from '../../billing/index.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { forEachIndependently } from '../../platform/jobs/sweep-rows.ts';
import { TrialSignup } from '../trial-signup.entity.ts';
import { TrialSignups } from '../trial-signups.ts';
import { ClaimMailbox } from '../use-cases/claim-mailbox.ts';
import { TrialCustomer } from '../use-cases/trial-customer.ts';

/**
 * Opens accounts; any number of jobs for one sign-up make one account. It reserves the account, subscribes at the
 * payment provider with an idempotency key, then stores account and subscription in one transaction.
 */
@Injectable()
export class OpenAccount {
  constructor(
    @InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>,
    private readonly accounts: Accounts,
    private readonly claimMailbox: ClaimMailbox,
    private readonly consents: Consents,
    private readonly trials: TrialSignups,
    private readonly customer: TrialCustomer,
    private readonly gateway: PaymentGateway,
    private readonly prices: ProvisionPrices,
    private readonly createSubscription: CreateSubscription,
    private readonly jobs: Jobs,
  ) {}

  async execute(trialId: number): Promise<void> {
    const trial = await this.reserve(trialId);
    if (!trial) return;
    try {
      if (trial.checkoutSessionId) await this.gateway.closeCheckouts(trial.stripeCustomerId!);
      await this.finish(trial, await this.subscribe(trial));
    } catch (error) {
      if (error instanceof PaymentRefused) return this.loseCard(trialId, error);
      if (error instanceof PaymentFailed) await this.customer.nextAttempt(trialId);
      const kind = (error as Error).constructor.name;
      await this.trials.change(trialId, (change) =>
        change.noteRepeat('opening attempt failed', { kind }, 'card.saved'),
      );
      // The next attempt finds a new price.
      if (error instanceof PriceUnavailable) await this.prices.execute();
      throw error;
    }
  }

  /**
   * Undefined when there is nothing to open: the account is open already, or phone or email belong to another account.
   */
  private async reserve(trialId: number): Promise<TrialSignup | undefined> {
    if (!(await this.trials.find(trialId))) return undefined;
    return this.trials.change(trialId, async (change) => {
      const { entity: subject, tx, at } = change;
      if (!subject.is('opening')) return undefined;
      if ((await this.accounts.reserve(tx, { ...subject, trialId }, at)) === 'reserved') return subject;
      await change.recordTransition('account.existed');
      await this.claimMailbox.notifyOwner(subject.email, tx);
      return undefined;
    });
  }

  private async subscribe(trial: TrialSignup): Promise<TrialSubscription> {
    return this.gateway.subscribe({
      trialId: trial.id,
      customerId: trial.stripeCustomerId!,
      email: trial.email,
      name: fullName(trial),
      paymentMethodId: trial.paymentMethodId!,
      priceId: await this.prices.requirePrice(trial.selectedPlan),
      trialEndsAt: trial.trialEndsAt!,
      attempt: `${trial.setupIntentAttempt}.${trial.providerAttempt}`,
    });
  }

  /** If the plan changed during the provider call, the last choice counts. */
  private async finish(trial: TrialSignup, subscription: TrialSubscription): Promise<void> {
    const plan = trial.selectedPlan;
    const priceId = await this.prices.requirePrice(plan);
    if (subscription.priceId !== priceId) subscription = await this.gateway.changePrice(subscription.id, priceId);
    const changed = await this.trials.change(trial.id, async (change) => {
      const { entity: subject, tx, at } = change;
      if (!subject.is('opening')) return undefined;
      if (subject.selectedPlan !== plan) return subject;
      await this.accounts.activate(tx, subject.id, subscription.customerId, at);
      const { id, card, paymentMethodId } = subject;
      await this.createSubscription.execute(tx, { id, plan, card, paymentMethodId }, subscription);
      if (subject.erasureRequestedAt) await this.jobs.enqueue(tx, 'pausePayments', id);
      await change.recordTransition('account.opened', { subscription: subscription.id, plan });
      return undefined;
    });
    if (changed) return this.finish(changed, subscription);
    await this.closeRivals(trial);
  }

  /** Ends other sign-ups of the same verified phone before they ask for a card. */
  private async closeRivals({ id, phone }: TrialSignup): Promise<void> {
    const rivals = await this.signups.findBy({
      phone,
      id: Not(id),
      state: In(statesTagged(trialSignup, 'waitsForCard')),
    });
    await forEachIndependently(rivals, (rival) =>
      this.trials.changeUnlessErased(rival.id, async (change) => {
        if (change.entity.phone === phone && change.entity.is('waitsForCard'))
          await change.recordTransition('account.existed');
      }),
    );
  }

  private loseCard(trialId: number, refusal: PaymentRefused): Promise<void> {
    return this.trials.change(trialId, async (change) => {
      if (!change.can('card.lost')) return;
      await this.accounts.releaseReservation(change.tx, trialId);
      const { entity: subject } = change;
      if (subject.consentId) await this.consents.setCard(change.tx, subject.consentId, null);
      subject.consentId = null;
      if (refusal instanceof CustomerGone) subject.stripeCustomerId = null;
      subject.forgetCardSetup();
      await change.recordTransition('card.lost', { code: refusal.message });
    });
  }
}
