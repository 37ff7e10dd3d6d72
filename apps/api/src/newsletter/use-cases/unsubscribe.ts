import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/http/errors.ts';
import { NewsletterSubscription } from '../domain/newsletter-subscription.entity.ts';
import { NewsletterLinks } from '../newsletter-links.ts';

/** Ends a subscription. A repeat, or an address that is erased by now, is as good as done; the links asked for since then end. */
@Injectable()
export class Unsubscribe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: NewsletterLinks,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<{ success: true }> {
    const id = this.links.unsubscribedBy(token);
    if (id === undefined) throw new AppError(410, ERRORS.linkInvalid);
    const change = { state: 'unsubscribed' as const, unsubscribedAt: this.clock.now() };
    const update = this.dataSource.createQueryBuilder().update(NewsletterSubscription).set(change);
    await update.where({ id }).andWhere(`(state <> 'unsubscribed' OR asked_at >= unsubscribed_at)`).execute();
    return { success: true };
  }
}
