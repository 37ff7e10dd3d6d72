import { ERRORS } from '@lampstand/contracts';
import { meaningOf } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { PaymentGateway } from '../../billing/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { causeOf, log } from '../../platform/logging.ts';
import { AwaitOpening } from './await-opening.ts';
import { RecordCard } from './record-card.ts';
import { refusalFor, SavedTrials } from './saved-trials.ts';

/** trial-checkout-complete: finishes a hosted checkout. The session is looked up at the provider; its id proves nothing. */
@Injectable()
export class CompleteCheckout {
  constructor(
    private readonly trials: SavedTrials,
    private readonly recordCard: RecordCard,
    private readonly opening: AwaitOpening,
    private readonly gateway: PaymentGateway,
    private readonly limiter: Limiter,
  ) {}

  async execute(sessionId: string, address: string): Promise<{ success: true }> {
    await this.limiter.consume('cardsPerAddress', address);
    const checkout = await this.find(sessionId);
    const trial = checkout && (await this.trials.find(checkout.trialId));
    if (!checkout || !trial) throw failure(404, ERRORS.sessionUnknown);
    const meaning = meaningOf('trial-checkout-complete', trial.state);
    if (meaning === 'refused') throw failure(409, refusalFor(trial, 'trial-checkout-complete').message);
    if (meaning === 'new') await this.recordCard.ask(trial, checkout.setupIntentId);
    const answer = await this.opening.execute(trial.id);
    if (answer.success) return answer;
    if ('userExists' in answer) throw failure(409, ERRORS.emailTaken, { userExists: true });
    throw failure(402, answer.error);
  }

  private async find(sessionId: string) {
    try {
      return await this.gateway.findCheckout(sessionId);
    } catch (error) {
      log.warn(causeOf(error), 'checkout session could not be looked up');
      throw failure(503, ERRORS.sessionUnknown);
    }
  }
}

const failure = (status: number, error: string, flags: object = {}): AppError =>
  new AppError(status, error, { success: false, ...flags });
