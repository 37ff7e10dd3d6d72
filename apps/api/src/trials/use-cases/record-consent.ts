import { ERRORS, TRIAL_DAYS, type TrialConsentBody } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Consents, PaymentGateway } from '../../billing/index.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/errors.ts';
import { conflictFor, type TrialChange, TrialSignups } from '../trial-signups.ts';
import { choosePlan } from './plan-and-account.ts';

const CALL = 'trial-consent';

/**
 * trial-consent: the press of the button, before the browser confirms the card. Plan and consent are stored together, so
 * a card that is stored under this setup intent opens the plan on that screen.
 */
@Injectable()
export class RecordConsent {
  constructor(
    private readonly trials: TrialSignups,
    private readonly consents: Consents,
    private readonly gateway: PaymentGateway,
  ) {}

  /** Throws a 409 with `reason: stale` when the page displays another price, day or text than the current ones. */
  async execute(press: TrialConsentBody): Promise<{ success: true }> {
    await this.trials.requireFor(CALL, press.trialId);
    const recorded = await this.trials.change(press.trialId, (change) => this.record(change, press));
    if (recorded) return { success: true };
    // Two pages with two plans share this setup intent. Canceled, it opens neither; each page gets a new form.
    await this.gateway.cancelCardSetup(press.setupIntentId);
    throw new AppError('conflict', ERRORS.startedElsewhere);
  }

  /** False when another page has agreed to another plan with the same setup intent. */
  private async record(change: TrialChange, press: TrialConsentBody): Promise<boolean> {
    const { entity: subject, tx, at } = change;
    const { selectedPlan: plan, formId, setupIntentId } = press;
    if (!subject.is('waitsForCard') || subject.setupIntentId !== setupIntentId) throw conflictFor(subject, CALL);
    const offer = { plan, firstChargeAt: daysAfter(at, TRIAL_DAYS) };
    const terms = this.consents.termsOf(offer);
    const shown = press.amountInCents === terms.amountInCents && press.firstChargeOn === terms.firstChargeOn;
    if (!shown || press.consentVersion !== terms.version)
      throw new AppError('conflict', ERRORS.offerChanged, { reason: 'stale' });
    const last = await this.consents.latestOf(tx, setupIntentId);
    if (last && last.formId !== formId && last.plan !== plan) return false;
    await this.consents.record(tx, { ...offer, trialId: subject.id, formId, setupIntentId, agreedAt: at });
    await choosePlan(change, plan);
    return true;
  }
}
