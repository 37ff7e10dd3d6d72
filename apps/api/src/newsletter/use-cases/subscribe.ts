import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { queryRows } from '../../platform/database/queries.ts';
import { newRandomId } from '../../platform/random-id.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { currentRequest } from '../../platform/request-context.ts';

/** The job that mails the owner of the address; what it says depends on where the subscription stands. */
export const SUBSCRIPTION_ASKED = 'answerSubscription';

/**
 * Takes an address from the box. The same statement and the same job for every address, so that neither the answer nor
 * its time tells who reads the newsletter; the difference is made in the mail alone. Whoever unsubscribed stays so until
 * the link of that mail is confirmed.
 */
@Injectable()
export class Subscribe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
  ) {}

  async execute(email: string, address: string): Promise<void> {
    await this.limiter.consume('newsletterPerAddress', address);
    await this.dataSource.transaction(async (tx) => {
      const [row] = await queryRows<{ id: string }>(
        tx,
        `INSERT INTO newsletter_subscriptions (id, email, email_key, state, created_at, asked_at)
         VALUES ($1, $2, $3, 'pending', $4, $4)
         ON CONFLICT (email_key) DO UPDATE SET asked_at = excluded.asked_at
         RETURNING id`,
        [newRandomId(), email, email.toLowerCase(), this.clock.now()],
      );
      await this.jobs.enqueue(tx, SUBSCRIPTION_ASKED, Number(row!.id), currentRequest().requestId);
    });
    this.jobs.notify(SUBSCRIPTION_ASKED);
  }
}
