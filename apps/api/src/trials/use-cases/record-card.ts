import { ERRORS, TRIAL_DAYS } from '@lampstand/contracts';
import type { TrialState } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { type CardSetup, PaymentGateway, type SavedCard } from '../../billing/index.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/http/errors.ts';
import { isTooLateForCard } from '../domain/late-cards.ts';
import type { TrialChange } from '../trial-flow.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { SavedTrials } from './saved-trials.ts';
import { TrialCustomer } from './trial-customer.ts';

/**
 * Makes sure that a stored card is recorded: the one door for browser, hosted checkout, webhook and sweep. What they
 * say is a hint; only what the payment provider answers for this very sign-up counts.
 */
@Injectable()
export class RecordCard {
  constructor(
    private readonly trials: SavedTrials,
    private readonly customer: TrialCustomer,
    private readonly gateway: PaymentGateway,
  ) {}

  /** What the provider knows of the sign-up's card: stored on its own page, or where our form stands. */
  async find(trial: TrialSignup): Promise<CardSetup | undefined> {
    const { checkoutSessionId } = trial;
    const checkout =
      checkoutSessionId && (await this.customer.calling(trial, () => this.gateway.findCheckout(checkoutSessionId)));
    const setupIntentId = checkout ? checkout.setupIntentId : trial.setupIntentId;
    if (!setupIntentId) return undefined;
    return this.customer.calling(trial, () => this.gateway.findCardSetup(setupIntentId));
  }

  /** Asks the provider about `setupIntentId` first. Throws a 400 when it does not confirm a card for this sign-up. */
  async ask(trial: TrialSignup, setupIntentId: string): Promise<TrialState> {
    const setup = await this.customer.calling(trial, () => this.gateway.findCardSetup(setupIntentId));
    if (setup.outcome !== 'saved') throw new AppError(400, ERRORS.cardNotConfirmed);
    return this.execute(trial.id, setup.saved);
  }

  /** Records `saved`, which the provider has just told. Answers with the state the sign-up is in then. */
  execute(id: number, saved: SavedCard): Promise<TrialState> {
    return this.trials.change(id, async (change) => {
      const { entity: subject } = change;
      if (saved.trialId !== id || saved.customerId !== subject.stripeCustomerId)
        throw new AppError(400, ERRORS.cardNotConfirmed);
      if (subject.state === 'billingInformation') await this.store(change, saved);
      // A card that comes after the end is let go, once.
      else if (isTooLateForCard(subject.state) && subject.paymentMethodId !== saved.paymentMethodId)
        await this.store(change, saved);
      return subject.state;
    });
  }

  private async store(change: TrialChange, saved: SavedCard): Promise<void> {
    const { entity: subject, at } = change;
    // The card Stripe told us about is the one that failed before: a new one is needed.
    if (subject.paymentMethodId === saved.paymentMethodId) throw new AppError(400, ERRORS.cardUnusable);
    Object.assign(subject, {
      setupIntentId: saved.setupIntentId,
      paymentMethodId: saved.paymentMethodId,
      card: saved.card,
      cardFingerprint: saved.fingerprint,
      cardSavedAt: at,
      openingAt: at,
      trialEndsAt: daysAfter(at, TRIAL_DAYS),
    });
    await change.recordTransition('card.saved', { brand: saved.card.brand, last4: saved.card.last4 });
  }
}
