import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { NewsletterSubscription } from '../domain/newsletter-subscription.entity.ts';
import { NewsletterLinks } from '../newsletter-links.ts';

/** Ends a subscription. A repeat, or an address that is erased by now, is as good as done. */
@Injectable()
export class Unsubscribe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: NewsletterLinks,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<{ success: true }> {
    const id = this.links.unsubscribedBy(token);
    if (id === undefined) throw new Refusal(410, ERRORS.linkInvalid);
    const change = { state: 'unsubscribed' as const, unsubscribedAt: this.clock.now() };
    await this.dataSource.manager.update(NewsletterSubscription, { id, state: Not('unsubscribed') }, change);
    return { success: true };
  }
}
