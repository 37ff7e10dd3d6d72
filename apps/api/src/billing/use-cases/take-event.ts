import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { queryRows } from '../../platform/database/queries.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { CARD_NEWS, QUEUES } from '../domain/event-types.ts';
import { type NewsOfProvider, PaymentGateway } from '../ports/payment-gateway.ts';

/** Takes a webhook: verify, claim its id once, queue the looking-up, answer. */
@Injectable()
export class TakeEvent {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: PaymentGateway,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute(rawBody: Buffer, signature: string): Promise<void> {
    const event = this.requireGenuine(rawBody, signature);
    const job = jobOf(event);
    await this.dataSource.transaction(async (tx) => {
      const claimed = await queryRows(
        tx,
        `INSERT INTO stripe_events (id, type, object_id, received_at, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
        [event.id, event.type, event.objectId, this.clock.now(), event.createdAt],
      );
      if (job && claimed.length) await this.jobs.enqueue(tx, job.queue, job.subject, currentRequest().requestId);
    });
    if (job) this.jobs.notify(job.queue);
  }

  private requireGenuine(rawBody: Buffer, signature: string) {
    try {
      return this.gateway.readEvent(rawBody, signature, this.clock.real);
    } catch {
      throw new AppError(400, 'Bad signature');
    }
  }
}

/** What is to be looked at because of an event; nothing because of those we have no use for. */
function jobOf({ type, objectId, customerId }: NewsOfProvider): { queue: string; subject: string } | undefined {
  const queue = QUEUES.get(type);
  const subject = queue === CARD_NEWS ? objectId : customerId;
  return queue && subject ? { queue, subject } : undefined;
}
