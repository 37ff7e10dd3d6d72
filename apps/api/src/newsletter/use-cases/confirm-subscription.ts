import { ERRORS, type SubscriptionConfirmedAnswer } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { NewsletterSubscription } from '../domain/newsletter-subscription.entity.ts';
import { NewsletterLinks } from '../newsletter-links.ts';

export const SUBSCRIPTION_CONFIRMED = 'sendNewsletterWelcome';

/** The second half of the double opt-in. Of several confirmations at once, one welcomes. */
@Injectable()
export class ConfirmSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly links: NewsletterLinks,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<SubscriptionConfirmedAnswer> {
    const asked = this.links.confirmedBy(token);
    if (!asked) throw new AppError(410, ERRORS.linkInvalid);
    const { id } = asked;
    const confirmed = await this.dataSource.transaction(async (tx) => {
      const change = { state: 'confirmed' as const, confirmedAt: this.clock.now() };
      const update = tx.createQueryBuilder().update(NewsletterSubscription).set(change);
      const { affected } = await update
        .where({ id, state: Not('confirmed') })
        .andWhere('(unsubscribed_at IS NULL OR unsubscribed_at < :askedAt)', asked)
        .execute();
      if (affected) await this.jobs.enqueue(tx, SUBSCRIPTION_CONFIRMED, id, currentRequest().requestId);
      return !!affected;
    });
    if (!confirmed) return this.repeated(id);
    this.jobs.notify(SUBSCRIPTION_CONFIRMED);
    return { success: true };
  }

  /** Confirmed before. Who has unsubscribed since the asking does not come back by its link. */
  private async repeated(id: number): Promise<SubscriptionConfirmedAnswer> {
    const known = await this.dataSource.getRepository(NewsletterSubscription).existsBy({ id, state: 'confirmed' });
    if (!known) throw new AppError(410, ERRORS.linkInvalid);
    return { success: true, alreadyConfirmed: true };
  }
}
