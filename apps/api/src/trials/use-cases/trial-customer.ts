import { ERRORS, fullName } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { CustomerGone, PaymentFailed, PaymentGateway } from '../../billing/index.ts';
import { AppError } from '../../platform/errors.ts';
import { ProviderWatch } from '../../platform/health/provider-watch.ts';
import { causeOf, log } from '../../platform/logging.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { conflictFor, TrialSignups } from '../trial-signups.ts';

/** The customer was deleted at the payment provider, and is forgotten: the next press makes another. */
class CustomerForgotten extends AppError {
  constructor() {
    super('conflict', ERRORS.cardFormOver);
  }
}

/** The payment provider's customer of a sign-up: one, created before the card is stored. */
@Injectable()
export class TrialCustomer {
  constructor(
    private readonly trials: TrialSignups,
    private readonly gateway: PaymentGateway,
    private readonly watch: ProviderWatch,
  ) {}

  async require(trial: TrialSignup): Promise<string> {
    if (trial.stripeCustomerId) return trial.stripeCustomerId;
    const { id, email, phone } = trial;
    const created = await this.callProvider(trial, () =>
      this.gateway.createCustomer({
        trialId: id,
        email,
        name: fullName(trial),
        phone,
        attempt: `${trial.providerAttempt}`,
      }),
    );
    try {
      return await this.trials.change(id, async ({ entity: subject }) => {
        if (subject.is('deletesLateCard')) throw conflictFor(subject, 'trial-setup-intent');
        return (subject.stripeCustomerId ??= created);
      });
    } catch (error) {
      // The person was erased, or the sign-up ended, during the provider call.
      if (error instanceof AppError) await this.gateway.deleteCustomer(created, null);
      throw error;
    }
  }

  /** Runs `work`; if the provider has deleted the customer, once more with a new one. */
  async renewed<T>(trial: TrialSignup, work: (trial: TrialSignup) => Promise<T>): Promise<T> {
    try {
      return await work(trial);
    } catch (error) {
      if (!(error instanceof CustomerForgotten)) throw error;
      return work(await this.trials.require(trial.id));
    }
  }

  /** Forgets a customer that the provider has deleted, and the card forms that it had. */
  async forget(customerId: string): Promise<void> {
    const trial = await this.trials.findByCustomer(customerId);
    if (!trial) return;
    await this.trials.changeUnlessErased(trial.id, async (change) => {
      const { entity: subject } = change;
      if (subject.stripeCustomerId !== customerId || !subject.is('waitsForCard')) return;
      subject.stripeCustomerId = null;
      subject.forgetCardSetup();
      await change.note('customer gone');
    });
  }

  /** Runs a provider call inside a request: a failure is a 503 with a message for the person. */
  async callProvider<T>(trial: TrialSignup, call: () => Promise<T>): Promise<T> {
    try {
      return await this.watch.run('cardForm', trial.id, () => call().catch((error) => this.rethrow(error)));
    } catch (error) {
      if (error instanceof PaymentFailed) await this.nextAttempt(trial.id);
      if (error instanceof AppError) throw error;
      log.warn(causeOf(error), 'payment provider failed');
      throw new AppError('unavailable', ERRORS.checkout);
    }
  }

  /** A deleted customer says nothing about the provider. */
  private async rethrow(error: unknown): Promise<never> {
    if (!(error instanceof CustomerGone)) throw error;
    await this.forget(error.customerId);
    throw new CustomerForgotten();
  }

  /** The provider may replay a failure under the same idempotency key, so the next try gets a new one. */
  nextAttempt(trialId: number): Promise<void> {
    return this.trials.change(trialId, async ({ entity: subject }) => void (subject.providerAttempt += 1));
  }
}
