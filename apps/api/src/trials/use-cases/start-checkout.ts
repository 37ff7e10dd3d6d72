import { Injectable } from '@nestjs/common';
import { PaymentGateway } from '../../billing/index.ts';
import { Settings } from '../../platform/config/index.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { firstCardCheck } from '../domain/card-checks.ts';
import { resumeLink } from '../domain/resume-link.ts';
import { PrepareCard, storedAnswer } from './prepare-card.ts';
import { SavedTrials } from './saved-trials.ts';
import { TrialCustomer } from './trial-customer.ts';

export type CheckoutStarted = { success: true; url: string } | ReturnType<typeof storedAnswer>;

/** A page of the payment provider's own for the card, where ours cannot be used or support has sent a payment link. */
@Injectable()
export class StartCheckout {
  constructor(
    private readonly trials: SavedTrials,
    private readonly prepareCard: PrepareCard,
    private readonly customer: TrialCustomer,
    private readonly gateway: PaymentGateway,
    private readonly limiter: Limiter,
    private readonly settings: Settings,
  ) {}

  async execute(id: number, address: string, consentVersion?: string): Promise<CheckoutStarted> {
    await this.limiter.consume('cardsPerAddress', address);
    const { trial, meaning } = await this.trials.requireFor('trial-checkout-session', id, address);
    if (meaning === 'repeat') return storedAnswer(trial);
    await this.limiter.assertRemaining('declinesPerTrial', String(id));
    await this.prepareCard.requireNewcomer(id);
    if (consentVersion) await this.prepareCard.keepConsent(id, consentVersion, address);
    const customerId = await this.customer.require(trial);
    const back = `${this.settings.SITE_URL}/trial/success?session_id={CHECKOUT_SESSION_ID}`;
    const checkout = await this.customer.calling(trial, () =>
      this.gateway.createCheckout(id, customerId, back, resumeLink(this.settings.SITE_URL, id)),
    );
    await this.trials.change(id, async ({ entity: subject, at }) => {
      Object.assign(subject, { checkoutSessionId: checkout.id, cardCheckAt: firstCardCheck(at) });
    });
    return { success: true, url: checkout.url };
  }
}
