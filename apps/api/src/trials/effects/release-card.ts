import { Injectable } from '@nestjs/common';
import { PaymentGateway } from '../../billing/index.ts';
import { isTooLateForCard } from '../domain/late-cards.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';

/** Lets go of what the payment provider holds for a sign-up that no account comes of. */
@Injectable()
export class ReleaseCard {
  constructor(
    private readonly trials: SavedTrials,
    private readonly gateway: PaymentGateway,
  ) {}

  /** releaseCard: the stored card is detached and its customer deleted. */
  async execute(id: number): Promise<void> {
    const trial = await this.trials.find(id);
    if (!trial?.stripeCustomerId || !isTooLateForCard(trial.state)) return;
    await this.gateway.releaseCard(trial.stripeCustomerId, trial.paymentMethodId);
    await this.trials.note(trial, 'card released');
  }

  /** cancelSetupIntent: the card form ends; with the sign-up over, the customer goes, too. */
  async cancelSetup(id: number): Promise<void> {
    const trial = await this.trials.find(id);
    if (trial?.setupIntentId) await this.gateway.cancelCardSetup(trial.setupIntentId);
    await this.execute(id);
  }
}
