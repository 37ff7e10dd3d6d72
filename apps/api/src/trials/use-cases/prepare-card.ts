import { ERRORS, type SetupIntentAnswer } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { accountExists } from '../../accounts/index.ts';
import { PaymentGateway } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { parseIp } from '../../platform/http/ip-address.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { firstCardCheck } from '../domain/card-checks.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { RecordCard } from './record-card.ts';
import { SavedTrials } from './saved-trials.ts';
import { TrialCustomer } from './trial-customer.ts';

/** Stripe advises against keeping unconfirmed setup intents for long: an older one is replaced. */
const INTENT_LIFE_MINUTES = 60;

export interface PrepareCardInput {
  id: number;
  address: string;
  consentVersion?: string;
}

/** Makes ready for the card: one open setup intent per sign-up, or the news that a card is stored already. */
@Injectable()
export class PrepareCard {
  constructor(
    private readonly trials: SavedTrials,
    private readonly customer: TrialCustomer,
    private readonly recordCard: RecordCard,
    private readonly gateway: PaymentGateway,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
  ) {}

  async execute({ id, address, consentVersion }: PrepareCardInput): Promise<SetupIntentAnswer> {
    await this.limiter.consume('cardsPerAddress', address);
    const { trial, meaning } = await this.trials.requireFor('trial-setup-intent', id, address);
    if (meaning === 'repeat') return storedAnswer(trial);
    await this.requireNewcomer(id);
    if (consentVersion) await this.keepConsent(id, consentVersion, address);
    return (await this.openIntent(trial)) ?? this.newIntent(trial);
  }

  /** The same checks for the provider's own page. */
  async requireNewcomer(id: number): Promise<void> {
    const member = await this.trials.change(id, async (change) => {
      const { entity: subject } = change;
      if (subject.state === 'billingInformation' && (await accountExists(change.tx, subject)))
        await change.recordTransition('account.existed');
      // Also when another click has just found that out.
      return subject.state === 'alreadyMember';
    });
    if (member) throw new AppError(409, ERRORS.emailTaken, { userExists: true, step: 'success' });
  }

  async keepConsent(id: number, version: string, address: string): Promise<void> {
    await this.trials.change(id, async ({ entity: subject, at }) => {
      Object.assign(subject, { consentVersion: version, consentAt: at, consentAddress: parseIp(address) });
    });
  }

  private async openIntent(trial: TrialSignup): Promise<SetupIntentAnswer | undefined> {
    const setup = await this.recordCard.find(trial);
    if (setup?.outcome === 'saved') {
      await this.recordCard.execute(trial.id, setup.saved);
      return { success: true, paymentVerified: true, card: setup.saved.card };
    }
    const { setupIntentAt } = trial;
    const fresh = setupIntentAt && this.clock.now() < minutesAfter(setupIntentAt, INTENT_LIFE_MINUTES);
    return setup?.outcome === 'open' && fresh ? { success: true, clientSecret: setup.clientSecret } : undefined;
  }

  private async newIntent(trial: TrialSignup): Promise<SetupIntentAnswer> {
    await this.limiter.assertRemaining('declinesPerTrial', String(trial.id));
    const customerId = await this.customer.require(trial);
    const next = trial.setupIntentAttempt + 1;
    const { id, clientSecret } = await this.customer.calling(trial, () =>
      this.gateway.createCardSetup(trial.id, customerId, `${next}.${trial.providerAttempt}`),
    );
    await this.trials.change(trial.id, async ({ entity: subject, at }) => {
      if (subject.setupIntentAttempt >= next || subject.state !== 'billingInformation') return;
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

export const storedAnswer = ({ card }: TrialSignup) => ({
  success: true as const,
  paymentVerified: true as const,
  card: card ?? { brand: 'card', last4: '' },
});
