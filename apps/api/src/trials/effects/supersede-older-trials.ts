import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, LessThan, Not } from 'typeorm';
import { forEachIndependently } from '../../platform/jobs/sweeper.ts';
import { TrialSignup } from '../domain/trial-signup.entity.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';

/** Older unfinished sign-ups of the phone just proven are marked: they leave the lists and get no more mails. */
@Injectable()
export class SupersedeOlderTrials {
  constructor(
    private readonly dataSource: DataSource,
    private readonly trials: SavedTrials,
  ) {}

  async execute(id: number): Promise<void> {
    const newer = await this.trials.find(id);
    if (!newer) return;
    const older = await this.dataSource.getRepository(TrialSignup).findBy({
      phone: newer.phone,
      id: Not(id),
      createdAt: LessThan(newer.createdAt),
      supersededBy: IsNull(),
      state: In(['phoneVerification', 'billingInformation']),
    });
    await forEachIndependently(older, (trial) =>
      this.trials.change(trial.id, async (change) => {
        if (change.entity.supersededBy) return;
        change.entity.supersededBy = id;
        await change.note('superseded', { by: id });
      }),
    );
  }
}
