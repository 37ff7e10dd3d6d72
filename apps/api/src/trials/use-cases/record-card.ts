import { ERRORS, TRIAL_DAYS } from '@lampstand/contracts';
import type { TrialState } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import {
  type CardSetup,
  type Consent,
  Consents,
  CustomerGone,
  PaymentGateway,
  type SavedCard,
} from '../../billing/index.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/errors.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { type TrialChange, TrialSignups, unsupersede } from '../trial-signups.ts';
import { TrialCustomer } from './trial-customer.ts';

/**
 * Records a stored card, for browser, hosted checkout, webhook and sweep alike. Their claims are hints; only the
 * payment provider's answer for this sign-up counts.
 */
@Injectable()
export class RecordCard {
  constructor(
    private readonly trials: TrialSignups,
    private readonly customer: TrialCustomer,
    private readonly gateway: PaymentGateway,
    private readonly consents: Consents,
  ) {}

  /** The state of the sign-up's card at the provider: from its hosted checkout, or from our form. */
  async find(trial: TrialSignup): Promise<CardSetup | undefined> {
    const { checkoutSessionId } = trial;
    const checkout =
      checkoutSessionId &&
      (await this.customer.callProvider(trial, () => this.gateway.findCheckout(checkoutSessionId)));
    const setupIntentId = checkout ? checkout.setupIntentId : trial.setupIntentId;
    if (!setupIntentId) return undefined;
    return this.customer.callProvider(trial, () => this.gateway.findCardSetup(setupIntentId));
  }

  /** Looks `setupIntentId` up first. Throws a 400 when it does not confirm a card for this sign-up. */
  async confirm(trial: TrialSignup, setupIntentId: string): Promise<TrialState> {
    const setup = await this.customer.callProvider(trial, () => this.gateway.findCardSetup(setupIntentId));
    if (setup.outcome !== 'saved') throw new AppError('invalid', ERRORS.cardNotConfirmed);
    return this.execute(trial.id, setup.saved);
  }

  /** Records `saved`, as just read from the provider. Returns the resulting state. */
  execute(trialId: number, saved: SavedCard): Promise<TrialState> {
    return this.trials.change(trialId, async (change) => {
      const { entity: subject } = change;
      if (saved.trialId !== trialId || saved.customerId !== subject.stripeCustomerId)
        throw new AppError('invalid', ERRORS.cardNotConfirmed);
      if (subject.is('waitsForCard')) {
        // The first card wins, also that of a superseded sign-up.
        await unsupersede(change);
        await this.store(change, saved);
      }
      // A card stored after the end is released, once.
      else if (subject.is('deletesLateCard') && subject.paymentMethodId !== saved.paymentMethodId)
        await this.store(change, saved);
      return subject.state;
    });
  }

  private async store(change: TrialChange, saved: SavedCard): Promise<void> {
    const { entity: subject, tx, at } = change;
    // The card that failed before: another one is needed.
    if (subject.paymentMethodId === saved.paymentMethodId) throw new AppError('invalid', ERRORS.cardUnusable);
    Object.assign(subject, {
      setupIntentId: saved.setupIntentId,
      paymentMethodId: saved.paymentMethodId,
      card: saved.card,
      cardFingerprint: saved.fingerprint,
      cardSavedAt: at,
      openingAt: at,
      trialEndsAt: daysAfter(at, TRIAL_DAYS),
    });
    const consent = await this.consentTo(change, saved);
    if (consent) {
      this.agree(subject, consent, at);
      await this.consents.setCard(tx, consent.id, saved.card);
    }
    await change.recordTransition('card.saved', { brand: saved.card.brand, last4: saved.card.last4 });
  }

  /** The last consent on our page, or, for a card of the provider's page, the offer that this page displayed. */
  private async consentTo({ tx, entity, at }: TrialChange, { setupIntentId, offer }: SavedCard) {
    if (!entity.is('waitsForCard')) return undefined;
    if (!offer) return this.consents.latestOf(tx, setupIntentId);
    const firstChargeAt = daysAfter(offer.offeredAt, TRIAL_DAYS);
    const press = { trialId: entity.id, plan: offer.plan, firstChargeAt, setupIntentId, formId: setupIntentId };
    return this.consents.record(tx, { ...press, agreedAt: at });
  }

  /** The trial has the agreed plan and ends on the agreed day, unless the card comes more than a day later. */
  private agree(subject: TrialSignup, { id, plan, firstChargeAt }: Consent, at: Date): void {
    Object.assign(subject, { consentId: id, selectedPlan: plan });
    if (firstChargeAt > daysAfter(at, TRIAL_DAYS - 1)) subject.trialEndsAt = firstChargeAt;
  }
}

/** update-payment-verified: the browser says the card is stored, and the payment provider confirms it. */
@Injectable()
export class ConfirmCard {
  constructor(
    private readonly trials: TrialSignups,
    private readonly recordCard: RecordCard,
  ) {}

  async execute(trialId: number, setupIntentId: string): Promise<{ success: true }> {
    const { trial, handling } = await this.trials.requireFor('update-payment-verified', trialId);
    if (handling === 'accept') await this.recordCard.confirm(trial, setupIntentId);
    return { success: true };
  }
}

/** Looks up the setup intent of a webhook or a sweep, and records its current state. */
@Injectable()
export class SyncCardSetup {
  constructor(
    private readonly trials: TrialSignups,
    private readonly recordCard: RecordCard,
    private readonly customer: TrialCustomer,
    private readonly gateway: PaymentGateway,
    private readonly limiter: Limiter,
  ) {}

  @OnJob('recordCard', { concurrency: 2 })
  async execute({ key }: Job): Promise<void> {
    const setupIntentId = await this.setupIntentOf(key);
    if (setupIntentId) await this.sync(setupIntentId);
  }

  /** The sweep calls this repeatedly for one setup intent, so with `bySweep` it notes nothing twice. */
  async sync(setupIntentId: string, bySweep = false): Promise<void> {
    const setup = await this.find(setupIntentId);
    if (!setup || setup.outcome === 'over') return;
    const trialId = setup.outcome === 'saved' ? setup.saved.trialId : setup.trialId;
    // A card that a member changes in the provider's portal belongs to no sign-up.
    const trial = Number.isSafeInteger(trialId) && (await this.trials.find(trialId));
    if (!trial) return;
    if (setup.outcome === 'open') {
      const { declinedWith, awaitsBank } = setup;
      const noteDecline = { code: declinedWith, setupIntent: setupIntentId };
      if (declinedWith && bySweep) await this.trials.noteOnce(trial, 'card declined', noteDecline);
      else if (declinedWith) await this.declined(trial, noteDecline);
      if (awaitsBank && bySweep) await this.trials.noteOnce(trial, '3DS abandoned', { setupIntent: setupIntentId });
      return;
    }
    try {
      await this.recordCard.execute(trial.id, setup.saved);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.trials.note(trial, 'card not taken', { status: error.code });
    }
  }

  private async find(setupIntentId: string): Promise<CardSetup | undefined> {
    try {
      return await this.gateway.findCardSetup(setupIntentId);
    } catch (error) {
      if (!(error instanceof CustomerGone)) throw error;
      await this.customer.forget(error.customerId);
      return undefined;
    }
  }

  /** Ends the card form after too many declines: it is used for testing stolen cards. */
  private async declined(trial: TrialSignup, detail: { setupIntent: string }): Promise<void> {
    await this.trials.note(trial, 'card declined', detail);
    const last = await this.limiter.penalize('declinesPerTrial', String(trial.id));
    if (last && detail.setupIntent === trial.setupIntentId) await this.gateway.cancelCardSetup(detail.setupIntent);
  }

  private async setupIntentOf(objectId: string): Promise<string | undefined> {
    if (!objectId.startsWith('cs_')) return objectId;
    return (await this.gateway.findCheckout(objectId))?.setupIntentId;
  }
}
