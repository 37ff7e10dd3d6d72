import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Batcher } from '../../platform/batcher.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import type { JobData } from '../../platform/jobs/job-rows.ts';
import { StripeEvent } from '../billing.entities.ts';
import { PaymentGateway, type ProviderEvent } from '../payment-gateway.ts';
import { CARD_SETUP_QUEUE, QUEUE_BY_EVENT_TYPE } from '../stripe-event-types.ts';

interface Received {
  event: ProviderEvent;
  receivedAt: Date;
  /** Undefined for an event type that needs no job. */
  job?: JobData;
}

/** Handles a webhook: verifies it, claims its id once, and queues a job that reads the object from the provider. */
@Injectable()
export class HandleStripeWebhook {
  /** Webhooks come in bursts: several for each change, and those of all renewals of a day. */
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

  /** Inserts the events and queues a job for each new one. */
  private async claim(tx: EntityManager, batch: Received[]): Promise<void> {
    const byId = new Map(batch.map((received) => [received.event.id, received]));
    // Sorted, so that two processes cannot deadlock.
    const rows = [...byId.keys()].toSorted().map((id) => {
      const { event, receivedAt } = byId.get(id)!;
      return { id, type: event.type, objectId: event.objectId, createdAt: event.createdAt, receivedAt };
    });
    const insert = tx.createQueryBuilder().insert().into(StripeEvent).values(rows).orIgnore().returning('id');
    const claimed: { id: string }[] = (await insert.execute()).raw;
    await this.jobs.enqueueMany(
      tx,
      claimed.flatMap(({ id }) => byId.get(id)?.job ?? []),
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
