import { Injectable } from '@nestjs/common';
import { RecordCard } from './record-card.ts';
import { SavedTrials } from './saved-trials.ts';

/** update-payment-verified: the browser says the card is stored; the payment provider is asked whether it is. */
@Injectable()
export class ConfirmCard {
  constructor(
    private readonly trials: SavedTrials,
    private readonly recordCard: RecordCard,
  ) {}

  async execute(id: number, setupIntentId: string, address: string): Promise<{ success: true }> {
    const { trial, meaning } = await this.trials.requireFor('update-payment-verified', id, address);
    if (meaning === 'new') await this.recordCard.ask(trial, setupIntentId);
    return { success: true };
  }
}
