import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { PaymentFailed, PaymentGateway } from '../../billing/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { causeOf, log } from '../../platform/logging.ts';
import { isTooLateForCard } from '../domain/late-cards.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { refusalFor, SavedTrials } from './saved-trials.ts';

/** The payment provider's customer of a sign-up: one, made early, so that a stored card belongs to somebody. */
@Injectable()
export class TrialCustomer {
  constructor(
    private readonly trials: SavedTrials,
    private readonly gateway: PaymentGateway,
  ) {}

  async require(trial: TrialSignup): Promise<string> {
    if (trial.stripeCustomerId) return trial.stripeCustomerId;
    const { id, email, phone } = trial;
    const name = `${trial.firstName} ${trial.lastName}`.trim();
    const made = await this.calling(trial, () =>
      this.gateway.createCustomer({ trialId: id, email, name, phone, attempt: `${trial.providerAttempt}` }),
    );
    try {
      return await this.trials.change(id, async ({ entity: subject }) => {
        if (isTooLateForCard(subject.state)) throw refusalFor(subject, 'trial-setup-intent');
        return (subject.stripeCustomerId ??= made);
      });
    } catch (error) {
      // The person was erased, or the sign-up has ended, while the provider was asked.
      if (error instanceof AppError) await this.gateway.releaseCard(made, null);
      throw error;
    }
  }

  /** Runs a call to the provider for the person who waits: a failure is a 503 with the catalogue's sentence. */
  async calling<T>(trial: TrialSignup, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof PaymentFailed) await this.nextAttempt(trial.id);
      if (error instanceof AppError) throw error;
      log.warn(causeOf(error), 'payment provider failed');
      throw new AppError(503, ERRORS.checkout);
    }
  }

  /** The provider may replay its failure for the same key: the next try gets a new one. */
  nextAttempt(id: number): Promise<void> {
    return this.trials.change(id, async ({ entity: subject }) => void (subject.providerAttempt += 1));
  }
}
