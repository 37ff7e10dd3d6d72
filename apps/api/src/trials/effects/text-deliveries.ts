import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/jobs/decorators.ts';
import { AskDelivery } from '../../verification/index.ts';
import { TrialSignups } from '../trial-signups.ts';

/** Writes the delivery status of texts to the journal. */
@Injectable()
export class TextDeliveries {
  constructor(
    private readonly askDelivery: AskDelivery,
    private readonly trials: TrialSignups,
  ) {}

  @Every('delivery of codes')
  async sweep(): Promise<void> {
    for (const { trialId, phone, delivery } of await this.askDelivery.due())
      await this.trials.changeUnlessErased(trialId, async (change) => {
        if (change.entity.phone === phone) await change.note('text settled', { delivery });
      });
  }
}
