import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { StripeEvent } from '../billing.entities.ts';
import { PaymentGateway, type ProviderEvent } from '../payment-gateway.ts';
import { CARD_SETUP_QUEUE, QUEUE_BY_EVENT_TYPE } from '../stripe-event-types.ts';

/** Handles a webhook: verifies it, claims its id once, and queues a job that reads the object from the provider. */
@Injectable()
export class HandleStripeWebhook {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: PaymentGateway,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute(rawBody: Buffer, signature: string): Promise<void> {
    const event = this.verify(rawBody, signature);
    const job = jobOf(event);
    await this.dataSource.transaction(async (tx) => {
      const { id, type, objectId, createdAt } = event;
      const received = { id, type, objectId, createdAt, receivedAt: this.clock.now() };
      const insert = tx.createQueryBuilder().insert().into(StripeEvent).values(received).orIgnore().returning('id');
      const { raw: claimed } = await insert.execute();
      if (job && claimed.length) await this.jobs.enqueue(tx, job.queue, job.subject);
    });
  }

  private verify(rawBody: Buffer, signature: string) {
    try {
      return this.gateway.readEvent(rawBody, signature, this.clock.real);
    } catch {
      throw new AppError('invalid', 'Bad signature');
    }
  }
}

/** The job of an event; undefined for an ignored one. */
function jobOf({ type, objectId, customerId }: ProviderEvent): { queue: string; subject: string } | undefined {
  const queue = QUEUE_BY_EVENT_TYPE.get(type);
  const subject = queue === CARD_SETUP_QUEUE ? objectId : customerId;
  return queue && subject ? { queue, subject } : undefined;
}
