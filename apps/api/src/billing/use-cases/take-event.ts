import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { rowsOf } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { PaymentGateway } from '../ports/payment-gateway.ts';

/** The queue of genuine news. Its job carries the id of a setup intent or checkout to look up. */
export const CARD_NEWS = 'cardNews';

const ABOUT_CARDS = new Set(['setup_intent.succeeded', 'setup_intent.setup_failed', 'checkout.session.completed']);

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
    await this.dataSource.transaction(async (tx) => {
      const claimed = await rowsOf(
        tx,
        `INSERT INTO stripe_events (id, type, object_id, received_at, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
        [event.id, event.type, event.objectId, this.clock.now(), event.createdAt],
      );
      if (claimed.length && ABOUT_CARDS.has(event.type)) {
        await this.jobs.enqueue(tx, CARD_NEWS, event.objectId, currentRequest().requestId);
      }
    });
    this.jobs.nudge(CARD_NEWS);
  }

  private requireGenuine(rawBody: Buffer, signature: string) {
    try {
      return this.gateway.readEvent(rawBody, signature);
    } catch {
      throw new Refusal(400, 'Bad signature');
    }
  }
}
