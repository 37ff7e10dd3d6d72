import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { SignedLinks } from '../platform/signed-links.ts';

const STOP = 'reminders.stop';
/** Longer than any sign-up is reminded: who wants quiet may have it. */
const LIFE_DAYS = 5 * 365;

/** The link in a reminder that stops more of them. */
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

  /** The sign-up whose reminders a token stops, if it is genuine. */
  stoppedBy(token: string): number | undefined {
    const subject = this.links.verify(STOP, token);
    return subject === undefined ? undefined : Number(subject);
  }
}
