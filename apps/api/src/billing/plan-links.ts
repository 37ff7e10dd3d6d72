import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { SignedLinks } from '../platform/signed-links.ts';

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

  linkTo(subscriptionId: number, madeAt = this.clock.now()): string {
    const token = this.links.sign(PURPOSE, `${subscriptionId}:${madeAt.getTime()}`, daysAfter(madeAt, LIFE_DAYS));
    return `${this.settings.SITE_URL}/plan?token=${token}`;
  }

  /** Whose plan a token opens, and when it was made. Undefined when it is forged or has ended. */
  read(token: string): { id: number; madeAt: Date } | undefined {
    // Links of earlier releases do not say when they were made: they are older than any others.
    const [, id, madeAt = 0] = /^(\d{1,16})(?::(\d{1,15}))?$/.exec(this.links.verify(PURPOSE, token) ?? '') ?? [];
    return id === undefined ? undefined : { id: Number(id), madeAt: new Date(Number(madeAt)) };
  }
}
