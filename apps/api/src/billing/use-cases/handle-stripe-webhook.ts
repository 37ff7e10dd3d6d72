import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/errors.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { StripeEvent } from '../billing.entities.ts';
import { PaymentGateway } from '../payment-gateway.ts';
import { QUEUE_BY_EVENT_TYPE, QUEUES_BY_OBJECT } from '../stripe-event-types.ts';

const KEPT_DAYS = 30;

const rejected = new Counter({
  name: 'lampstand_webhooks_rejected_total',
  help: 'Webhooks that were refused: without a signature, with one that no secret fits, or with a body that is no event',
  labelNames: ['reason'],
});

/** Handles a webhook: verifies it, claims its id once, and queues a job that reads the object from the provider. */
@Injectable()
export class HandleStripeWebhook {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: PaymentGateway,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {
    // Prometheus does not see the first increase of a series that begins with it.
    for (const reason of ['unsigned', 'signature', 'body']) rejected.inc({ reason }, 0);
  }

  async execute(rawBody: Buffer, signature: string): Promise<void> {
    const event = this.verify(rawBody, signature);
    const { id, type, objectId, createdAt, customerId } = event;
    const queue = QUEUE_BY_EVENT_TYPE.get(type);
    const subject = queue && QUEUES_BY_OBJECT.has(queue) ? objectId : customerId;
    await this.dataSource.transaction(async (tx) => {
      const row = { id, type, objectId, createdAt, receivedAt: this.clock.now() };
      const insert = tx.createQueryBuilder().insert().into(StripeEvent).values(row).orIgnore().returning('id');
      const claimed: object[] = (await insert.execute()).raw;
      if (claimed.length && queue && subject) await this.jobs.enqueue(tx, queue, subject);
    });
  }

  @Every('retention of webhook events')
  async deleteOldEvents(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM stripe_events WHERE id IN (SELECT id FROM stripe_events WHERE received_at < $1 LIMIT 1000)`,
      [daysAfter(this.clock.now(), -KEPT_DAYS)],
    );
  }

  private verify(rawBody: Buffer, signature: string) {
    try {
      return this.gateway.readEvent(rawBody, signature, this.clock.real);
    } catch (error) {
      const isBody = error instanceof SyntaxError || error instanceof TypeError;
      rejected.inc({ reason: signature ? (isBody ? 'body' : 'signature') : 'unsigned' });
      throw new AppError('invalid', 'Bad signature');
    }
  }
}
