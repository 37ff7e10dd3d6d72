import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { TrialSignups } from '../trial-signups.ts';

const HOUR = 60;

/** Minutes without a visit before the first, the second and the last reminder. */
const QUIET_MINUTES = [30, 24 * HOUR, 3 * 24 * HOUR] as const;

export const MAX_REMINDERS = QUIET_MINUTES.length;

/** The latest visit that makes the next reminder due after so many; null after the last. */
export function quietSince(reminders: number, now: Date): Date | null {
  const minutes = QUIET_MINUTES[reminders];
  return minutes === undefined ? null : minutesAfter(now, -minutes);
}

const STOP = 'reminders.stop';

/** Longer than any sign-up gets reminders. */
const LIFE_DAYS = 5 * 365;

/** The link in a reminder that stops further ones. */
@Injectable()
export class ReminderLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  stop(trialId: number): string {
    const token = this.links.sign(STOP, trialId, daysAfter(this.clock.now(), LIFE_DAYS));
    return `${this.settings.SITE_URL}/reminders/stop?token=${token}`;
  }

  /** The sign-up whose reminders a token stops; undefined for an invalid token. */
  readStopToken(token: string): number | undefined {
    const subject = this.links.verify(STOP, token);
    return subject === undefined ? undefined : Number(subject);
  }
}

/** Stops the automatic reminders; links that are requested are still sent. */
@Injectable()
export class StopReminders {
  constructor(
    private readonly trials: TrialSignups,
    private readonly links: ReminderLinks,
  ) {}

  /** Also succeeds for a sign-up that is gone. Throws a 410 for an invalid link. */
  async execute(token: string): Promise<void> {
    const id = this.links.readStopToken(token);
    if (id === undefined) throw new AppError('gone', ERRORS.linkInvalid);
    if (await this.trials.find(id))
      await this.trials.change(id, async (change) => {
        if (change.entity.remindersStoppedAt) return;
        change.entity.remindersStoppedAt = change.at;
        await change.note('reminders stopped');
      });
  }
}
