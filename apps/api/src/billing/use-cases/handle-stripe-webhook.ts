import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Batcher } from '../../platform/batcher.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { queryPrepared } from '../../platform/database/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import type { JobData } from '../../platform/jobs/job-rows.ts';
import { PaymentGateway, type ProviderEvent } from '../payment-gateway.ts';
import { CARD_SETUP_QUEUE, QUEUE_BY_EVENT_TYPE } from '../stripe-event-types.ts';

const CLAIM = `
INSERT INTO stripe_events (id, type, object_id, created_at, received_at)
SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])
ON CONFLICT DO NOTHING RETURNING id`;

interface Received {
  event: ProviderEvent;
  receivedAt: Date;
  /** Undefined for an ignored event. */
  job?: JobData;
}

/** Handles a webhook: verifies it, claims its id once, and queues a job that reads the object from the provider. */
@Injectable()
export class HandleStripeWebhook {
  /** Stripe sends several events for each change, and those of all renewals of a day at once. */
  private readonly received = new Batcher<Received>((batch) =>
    this.dataSource.transaction((tx) => this.claim(tx, batch)),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: PaymentGateway,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute(rawBody: Buffer, signature: string): Promise<void> {
    const event = this.verify(rawBody, signature);
    await this.received.add({ event, receivedAt: this.clock.now(), job: this.jobOf(event) });
  }

  /** Queues the jobs of the events that nobody has claimed, each once. */
  private async claim(tx: EntityManager, batch: Received[]): Promise<void> {
    const byId = new Map(batch.map((received) => [received.event.id, received]));
    // In one order for all processes, so that none waits for another in a circle.
    const events = [...byId.values()].toSorted((one, other) => (one.event.id < other.event.id ? -1 : 1));
    const claimed = await queryPrepared<{ id: string }>(tx, CLAIM, [
      events.map(({ event }) => event.id),
      events.map(({ event }) => event.type),
      events.map(({ event }) => event.objectId),
      events.map(({ event }) => event.createdAt),
      events.map(({ receivedAt }) => receivedAt),
    ]);
    const jobs = claimed.map(({ id }) => byId.get(id)?.job);
    await this.jobs.enqueueMany(
      tx,
      jobs.filter((job) => job !== undefined),
    );
  }

  private verify(rawBody: Buffer, signature: string) {
    try {
      return this.gateway.readEvent(rawBody, signature, this.clock.real);
    } catch {
      throw new AppError('invalid', 'Bad signature');
    }
  }

  private jobOf({ type, objectId, customerId }: ProviderEvent): JobData | undefined {
    const queue = QUEUE_BY_EVENT_TYPE.get(type);
    const subject = queue === CARD_SETUP_QUEUE ? objectId : customerId;
    return queue && subject ? this.jobs.jobFor(queue, subject) : undefined;
  }
}
