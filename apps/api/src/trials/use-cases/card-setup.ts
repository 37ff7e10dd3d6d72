import { ERRORS, type SetupIntentAnswer, type StoredCard, TRIAL_DAYS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/index.ts';
import { Consents, PaymentGateway } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { isKnown } from '../browser-key.ts';
import { firstCardCheck } from '../card-rules.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { TrialSignups } from '../trial-signups.ts';
import { ClaimMailbox } from './claim-mailbox.ts';
import { RecordCard } from './record-card.ts';
import { resumeLink } from './resume.ts';
import { TrialCustomer } from './trial-customer.ts';

/** Stripe advises against keeping unconfirmed setup intents for long: an older one is replaced. */
const INTENT_LIFE_MINUTES = 60;

/** Opens the card form: one open setup intent per sign-up, or the card that is already stored. */
@Injectable()
export class CreateSetupIntent {
  constructor(
    private readonly accounts: Accounts,
    private readonly claimMailbox: ClaimMailbox,
    private readonly trials: TrialSignups,
    private readonly customer: TrialCustomer,
    private readonly recordCard: RecordCard,
    private readonly gateway: PaymentGateway,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
  ) {}

  async execute(trialId: number, browserKey?: string): Promise<SetupIntentAnswer> {
    const { trial, handling } = await this.trials.requireFor('trial-setup-intent', trialId);
    if (handling === 'replay') return storedCardAnswer(trial, browserKey);
    await this.rejectMembers(trialId);
    return this.customer.renewed(trial, async (now) => (await this.openIntent(now, browserKey)) ?? this.newIntent(now));
  }

  /** Ends the sign-up with a 409 if an account with its phone or email exists by now. */
  async rejectMembers(trialId: number): Promise<void> {
    const member = await this.trials.change(trialId, async (change) => {
      const { entity: subject } = change;
      if (subject.is('waitsForCard') && (await this.accounts.exists(subject, change.tx))) {
        await change.recordTransition('account.existed');
        await this.claimMailbox.notifyOwner(subject.email, change.tx);
      }
      // Also when a concurrent request has just found that out.
      return subject.is('accountExisted');
    });
    if (member) throw new AppError('conflict', ERRORS.emailTaken, { userExists: true, step: 'success' });
  }

  private async openIntent(trial: TrialSignup, browserKey?: string): Promise<SetupIntentAnswer | undefined> {
    const setup = await this.recordCard.find(trial);
    if (setup?.outcome === 'saved') {
      await this.recordCard.execute(trial.id, setup.saved);
      return storedCardAnswer(trial, browserKey, setup.saved.card);
    }
    const { setupIntentAt } = trial;
    const fresh = setupIntentAt && this.clock.now() < minutesAfter(setupIntentAt, INTENT_LIFE_MINUTES);
    return setup?.outcome === 'open' && fresh ? { success: true, clientSecret: setup.clientSecret } : undefined;
  }

  private async newIntent(trial: TrialSignup): Promise<SetupIntentAnswer> {
    await this.limiter.assertRemaining('declinesPerTrial', String(trial.id));
    const customerId = await this.customer.require(trial);
    const next = trial.setupIntentAttempt + 1;
    const { id, clientSecret } = await this.customer.callProvider(trial, () =>
      this.gateway.createCardSetup(trial.id, customerId, `${next}.${trial.providerAttempt}`),
    );
    await this.trials.change(trial.id, async ({ entity: subject, at }) => {
      if (subject.setupIntentAttempt >= next || !subject.is('waitsForCard')) return;
      Object.assign(subject, {
        setupIntentId: id,
        setupIntentAttempt: next,
        setupIntentAt: at,
        cardCheckAt: firstCardCheck(at),
      });
    });
    return { success: true, clientSecret };
  }
}

const HIDDEN_CARD: StoredCard = { brand: 'card', last4: '••••' };

/** A browser that is not known reads neither the brand nor the number. */
const storedCardAnswer = (trial: TrialSignup, browserKey?: string, card = trial.card) => ({
  success: true as const,
  paymentVerified: true as const,
  card: isKnown(trial, browserKey) ? (card ?? { brand: 'card', last4: '' }) : HIDDEN_CARD,
});

type CheckoutSessionAnswer = { success: true; url: string } | ReturnType<typeof storedCardAnswer>;

/**
 * A page of the payment provider for the card, for browsers that cannot use our form and for payment links sent by
 * support. It displays the plan and the text of the consent; its button agrees to them.
 */
@Injectable()
export class CreateCheckoutSession {
  constructor(
    private readonly trials: TrialSignups,
    private readonly setupIntent: CreateSetupIntent,
    private readonly customer: TrialCustomer,
    private readonly gateway: PaymentGateway,
    private readonly limiter: Limiter,
    private readonly consents: Consents,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(trialId: number, browserKey?: string): Promise<CheckoutSessionAnswer> {
    const { trial, handling } = await this.trials.requireFor('trial-checkout-session', trialId);
    if (handling === 'replay') return storedCardAnswer(trial, browserKey);
    await this.limiter.assertRemaining('declinesPerTrial', String(trialId));
    await this.setupIntent.rejectMembers(trialId);
    return this.customer.renewed(trial, (now) => this.create(now));
  }

  private async create(trial: TrialSignup): Promise<CheckoutSessionAnswer> {
    const trialId = trial.id;
    const customerId = await this.customer.require(trial);
    const done = `${this.settings.SITE_URL}/trial/success?session_id={CHECKOUT_SESSION_ID}`;
    const urls = { done, back: resumeLink(this.settings.SITE_URL, trialId) };
    const offer = { plan: trial.selectedPlan, offeredAt: this.clock.now() };
    const { text } = this.consents.termsOf({ ...offer, firstChargeAt: daysAfter(offer.offeredAt, TRIAL_DAYS) });
    const checkout = await this.customer.callProvider(trial, () =>
      this.gateway.createCheckout(trialId, customerId, urls, { ...offer, text }),
    );
    await this.trials.change(trialId, async ({ entity: subject, at }) => {
      Object.assign(subject, { checkoutSessionId: checkout.id, cardCheckAt: firstCardCheck(at) });
    });
    return { success: true, url: checkout.url };
  }
}
