import { type CreateAccountAnswer, ERRORS, type TierId } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/http/errors.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { AwaitOpening } from './await-opening.ts';
import { RecordCard } from './record-card.ts';
import { refusalFor, SavedTrials } from './saved-trials.ts';
import { choosePlan } from './select-plan.ts';
import { meaningOf } from '@lampstand/workflows';

/** create-account: stores the last choice of plan, makes sure the card is recorded, and waits for the worker. */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly trials: SavedTrials,
    private readonly recordCard: RecordCard,
    private readonly opening: AwaitOpening,
  ) {}

  async execute(id: number, plan: TierId, address: string): Promise<CreateAccountAnswer> {
    const trial = await this.trials.require(id, address);
    const meaning = meaningOf('create-account', trial.state);
    if (meaning === 'refused') return { success: false, error: refusalFor(trial, 'create-account').message };
    if (meaning === 'new') {
      await this.trials.change(id, (change) => choosePlan(change, plan));
      const refused = await this.ensureCard(trial);
      if (refused) return refused;
    }
    return this.opening.execute(id);
  }

  /** A definite no of the payment provider keeps the person on the card form; an unknown outcome is thrown. */
  private async ensureCard(trial: TrialSignup): Promise<CreateAccountAnswer | undefined> {
    if (trial.state !== 'billingInformation') return undefined;
    try {
      const setup = await this.recordCard.find(trial);
      if (setup?.outcome !== 'saved') return { success: false, error: ERRORS.cardNotConfirmed };
      await this.recordCard.execute(trial.id, setup.saved);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return { success: false, error: error.message };
      throw error;
    }
  }
}
