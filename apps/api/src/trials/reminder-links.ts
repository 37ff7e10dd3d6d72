import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/index.ts';
import { SignedLinks } from '../platform/links/signed-links.ts';

const STOP = 'reminders.stop';

/** The link in a reminder that stops more of them. It works for ever: who wants quiet may have it. */
@Injectable()
export class ReminderLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
  ) {}

  stop(trialId: number): string {
    return `${this.settings.SITE_URL}/reminders/stop?token=${this.links.sign(STOP, trialId)}`;
  }

  /** The sign-up whose reminders a token stops, if it is genuine. */
  stoppedBy(token: string): number | undefined {
    const subject = this.links.read(STOP, token);
    return subject === undefined ? undefined : Number(subject);
  }
}
