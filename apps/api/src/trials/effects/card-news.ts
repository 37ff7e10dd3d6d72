import { Injectable } from '@nestjs/common';
import { PaymentGateway } from '../../billing/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { RecordCard } from '../use-cases/record-card.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';

/** Follows up what a webhook hinted at: looks the setup intent up and records what is true now. */
@Injectable()
export class CardNews {
  constructor(
    private readonly trials: SavedTrials,
    private readonly recordCard: RecordCard,
    private readonly gateway: PaymentGateway,
    private readonly limiter: Limiter,
  ) {}

  async execute({ subjectId }: Job): Promise<void> {
    const setupIntentId = await this.setupIntentOf(String(subjectId));
    if (setupIntentId) await this.follow(setupIntentId);
  }

  /** Also what the sweep does with a sign-up that waits for its card: again and again, so it notes nothing twice. */
  async follow(setupIntentId: string, bySweep = false): Promise<void> {
    const setup = await this.gateway.findCardSetup(setupIntentId);
    if (setup.outcome === 'over') return;
    const trialId = setup.outcome === 'saved' ? setup.saved.trialId : setup.trialId;
    // A card that a member changes on the provider's page is no sign-up's.
    const trial = Number.isSafeInteger(trialId) && (await this.trials.find(trialId));
    if (!trial) return;
    if (setup.outcome === 'open') {
      const { declinedWith, awaitsBank } = setup;
      const declined = { code: declinedWith, setupIntent: setupIntentId };
      if (declinedWith && bySweep) await this.trials.noteOnce(trial, 'card declined', declined);
      else if (declinedWith) await this.declined(trial, declined);
      if (awaitsBank && bySweep) await this.trials.noteOnce(trial, '3DS abandoned', { setupIntent: setupIntentId });
      return;
    }
    try {
      await this.recordCard.execute(trial.id, setup.saved);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.trials.note(trial, 'card not taken', { status: error.status });
    }
  }

  /** A person has a few cards; a form into which many are typed is there to find out which of them are good. */
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
