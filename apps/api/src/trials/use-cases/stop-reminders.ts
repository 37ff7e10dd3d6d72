import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/http/errors.ts';
import { ReminderLinks } from '../reminder-links.ts';
import { SavedTrials } from './saved-trials.ts';

/** No reminder goes out by itself any more; a link that is asked for still does. */
@Injectable()
export class StopReminders {
  constructor(
    private readonly trials: SavedTrials,
    private readonly links: ReminderLinks,
  ) {}

  /** The same answer for a sign-up that is gone: who asks for quiet has it. Throws a 410 for a link that is not ours. */
  async execute(token: string): Promise<{ success: true }> {
    const id = this.links.stoppedBy(token);
    if (id === undefined) throw new AppError(410, ERRORS.linkInvalid);
    if (await this.trials.find(id))
      await this.trials.change(id, async (change) => {
        if (change.entity.remindersStoppedAt) return;
        change.entity.remindersStoppedAt = change.at;
        await change.note('reminders stopped');
      });
    return { success: true };
  }
}
