import { Injectable } from '@nestjs/common';
import { Limiter } from '../../platform/limits/limiter.ts';
import { refusalFor, SavedTrials } from './saved-trials.ts';

/** Mails the link that resumes the sign-up; at most five a day. */
@Injectable()
export class RequestResumeLink {
  constructor(
    private readonly trials: SavedTrials,
    private readonly limiter: Limiter,
  ) {}

  async execute(id: number, address: string): Promise<{ success: true }> {
    await this.trials.requireFor('send-resume-link', id, address);
    await this.limiter.consume('linksPerAddress', address);
    await this.limiter.consume('linksPerTrial', String(id));
    await this.trials.change(id, async (change) => {
      if (!change.can('link.requested')) throw refusalFor(change.entity, 'send-resume-link');
      await change.recordTransition('link.requested');
    });
    return { success: true };
  }
}
