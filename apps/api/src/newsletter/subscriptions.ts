import { ERRORS, KEPT_DAYS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, Not, Repository } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter } from '../platform/clock/instants.ts';
import { queryRows } from '../platform/database/queries.ts';
import { AppError } from '../platform/errors.ts';
import { Every } from '../platform/jobs/decorators.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { newRandomId } from '../platform/random-id.ts';
import { NewsletterLinks } from './newsletter-links.ts';
import { NewsletterSubscription } from './newsletter-subscription.entity.ts';

/** The queue of the mail to the owner of the address. Its text depends on the state of the subscription. */
export const SUBSCRIPTION_REQUESTED = 'answerSubscription';

/**
 * Takes an address from the form. Every address causes the same statement and the same job, so neither the answer nor
 * its time reveals who subscribes; only the mail differs. An unsubscribed address stays so until the link in that mail
 * is confirmed.
 */
@Injectable()
export class Subscribe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute(email: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [row] = await queryRows<{ id: string }>(
        tx,
        `INSERT INTO newsletter_subscriptions (id, email, email_key, state, created_at, requested_at)
         VALUES ($1, $2, $3, 'pending', $4, $4)
         ON CONFLICT (email_key) DO UPDATE SET requested_at = excluded.requested_at
         RETURNING id`,
        [newRandomId(), email, email.toLowerCase(), this.clock.now()],
      );
      await this.jobs.enqueue(tx, SUBSCRIPTION_REQUESTED, Number(row!.id));
    });
  }

  @Every('retention of unconfirmed addresses')
  async deleteUnconfirmed(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM newsletter_subscriptions WHERE id IN (
         SELECT id FROM newsletter_subscriptions WHERE state = 'pending' AND confirmed_at IS NULL AND requested_at < $1 LIMIT 1000)`,
      [daysAfter(this.clock.now(), -KEPT_DAYS.unconfirmedReaders)],
    );
  }
}

export const SUBSCRIPTION_CONFIRMED = 'sendNewsletterWelcome';

/** The second half of the double opt-in. Of concurrent confirmations one queues the welcome mail. */
@Injectable()
export class ConfirmSubscription {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(NewsletterSubscription) private readonly subscriptions: Repository<NewsletterSubscription>,
    private readonly jobs: Jobs,
    private readonly links: NewsletterLinks,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<{ alreadyConfirmed: boolean }> {
    const request = this.links.readConfirmToken(token);
    if (!request) throw new AppError('gone', ERRORS.linkInvalid);
    const { id } = request;
    const confirmed = await this.dataSource.transaction(async (tx) => {
      const change = { state: 'confirmed' as const, confirmedAt: this.clock.now() };
      const update = tx.createQueryBuilder().update(NewsletterSubscription).set(change);
      const { affected } = await update
        .where({ id, state: Not('confirmed') })
        .andWhere('(unsubscribed_at IS NULL OR unsubscribed_at < :requestedAt)', request)
        .execute();
      if (affected) await this.jobs.enqueue(tx, SUBSCRIPTION_CONFIRMED, id);
      return !!affected;
    });
    // A link from before an unsubscribe does not subscribe again.
    if (!confirmed && !(await this.subscriptions.existsBy({ id, state: 'confirmed' })))
      throw new AppError('gone', ERRORS.linkInvalid);
    return { alreadyConfirmed: !confirmed };
  }
}

/** Ends a subscription. Idempotent, also for an erased address; confirmation links requested before it stop working. */
@Injectable()
export class Unsubscribe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: NewsletterLinks,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<void> {
    const id = this.links.readUnsubscribeToken(token);
    if (id === undefined) throw new AppError('gone', ERRORS.linkInvalid);
    await this.end({ id });
  }

  /** Ends the subscription of an address, if there is one. */
  async ofAddress(email: string): Promise<void> {
    await this.end({ emailKey: email.toLowerCase() });
  }

  private async end(which: { id: number } | { emailKey: string }): Promise<void> {
    const change = { state: 'unsubscribed' as const, unsubscribedAt: this.clock.now() };
    const update = this.dataSource.createQueryBuilder().update(NewsletterSubscription).set(change);
    await update.where(which).andWhere(`(state <> 'unsubscribed' OR requested_at >= unsubscribed_at)`).execute();
  }
}

/** Deletes subscriptions; their links stop working. */
export async function eraseSubscriptions(tx: EntityManager, ids: number[]): Promise<void> {
  await tx.delete(NewsletterSubscription, { id: In(ids) });
}
