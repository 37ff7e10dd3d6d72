import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { rowsOf } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { type NewsOfProvider, PaymentGateway } from '../ports/payment-gateway.ts';

/** The queue of genuine news. Its job carries the id of a setup intent or checkout to look up. */
export const CARD_NEWS = 'cardNews';

/** The queue of news of a subscription. Its job carries the id of the customer whose subscription is to be looked at. */
export const SUBSCRIPTION_NEWS = 'subscriptionNews';
/** The queue of news of a customer's own card, which is to pay from now on. */
export const NEW_CARD = 'newCard';

const LOOKED_AT: Record<string, string[]> = {
  [CARD_NEWS]: ['setup_intent.succeeded', 'setup_intent.setup_failed', 'checkout.session.completed'],
  [NEW_CARD]: ['customer.updated'],
  [SUBSCRIPTION_NEWS]: [
    'customer.deleted',
    ...['created', 'updated', 'deleted', 'paused', 'resumed'].map((what) => `customer.subscription.${what}`),
    ...['finalized', 'finalization_failed', 'paid', 'payment_failed', 'payment_action_required'].map(ofInvoice),
    ...['voided', 'marked_uncollectible'].map(ofInvoice),
    ...['attached', 'detached', 'updated', 'automatically_updated'].map((what) => `payment_method.${what}`),
  ],
};
const QUEUES = new Map(Object.entries(LOOKED_AT).flatMap(([queue, types]) => types.map((type) => [type, queue])));

/** What the payment provider is to report; of anything else nothing is done. */
export const EVENT_TYPES: readonly string[] = [...QUEUES.keys()];

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
      const claimed = await rowsOf(
        tx,
        `INSERT INTO stripe_events (id, type, object_id, received_at, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
        [event.id, event.type, event.objectId, this.clock.now(), event.createdAt],
      );
      if (job && claimed.length) await this.jobs.enqueue(tx, job.queue, job.subject, currentRequest().requestId);
    });
    if (job) this.jobs.nudge(job.queue);
  }

  private requireGenuine(rawBody: Buffer, signature: string) {
    try {
      return this.gateway.readEvent(rawBody, signature, this.clock.real);
    } catch {
      throw new Refusal(400, 'Bad signature');
    }
  }
}

/** What is to be looked at because of an event; nothing because of those we have no use for. */
function jobOf({ type, objectId, customerId }: NewsOfProvider): { queue: string; subject: string } | undefined {
  const queue = QUEUES.get(type);
  const subject = queue === CARD_NEWS ? objectId : customerId;
  return queue && subject ? { queue, subject } : undefined;
}

function ofInvoice(what: string): string {
  return `invoice.${what}`;
}
