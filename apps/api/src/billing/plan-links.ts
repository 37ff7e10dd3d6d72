import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { SignedLinks } from '../platform/links/signed-links.ts';

const PURPOSE = 'plan';
const LIFE_DAYS = 30;

/** Links in mails that open somebody's own plan, for a while. */
@Injectable()
export class PlanLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  linkTo(subscriptionId: number): string {
    const token = this.links.sign(PURPOSE, subscriptionId, daysAfter(this.clock.now(), LIFE_DAYS));
    return `${this.settings.SITE_URL}/plan?token=${token}`;
  }

  /** Whose plan a token opens. Undefined when it is forged or has ended. */
  read(token: string): number | undefined {
    const subject = this.links.read(PURPOSE, token);
    return subject === undefined ? undefined : Number(subject);
  }
}
