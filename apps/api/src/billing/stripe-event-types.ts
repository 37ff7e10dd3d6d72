import type { QueueName } from '../platform/jobs/queues.ts';

/** The queue of card setups. Its jobs carry the id of a setup intent or checkout session. */
const CARD_SETUP_QUEUE = 'recordCard';
/** The queue of subscription syncs. Its jobs carry the customer's id. */
export const SUBSCRIPTION_QUEUE = 'syncSubscription';
/** The queue of a customer's new default card. Its jobs carry the customer's id. */
export const DEFAULT_CARD_QUEUE = 'syncDefaultCard';
/** The queue of disputes. Its jobs carry the id of a dispute, which names no customer. */
export const DISPUTE_QUEUE = 'syncDispute';
/** The queue of changed prices. Its jobs carry the id of a price or a product. */
export const PRICE_QUEUE = 'replaceArchivedPrice';

/** Of these queues a job carries the id of the event's object, of the others that of its customer. */
export const QUEUES_BY_OBJECT: ReadonlySet<QueueName> = new Set([CARD_SETUP_QUEUE, DISPUTE_QUEUE, PRICE_QUEUE]);

const EVENT_TYPES_BY_QUEUE: [QueueName, string[]][] = [
  [CARD_SETUP_QUEUE, ['setup_intent.succeeded', 'setup_intent.setup_failed', 'checkout.session.completed']],
  [DEFAULT_CARD_QUEUE, ['customer.updated']],
  [DISPUTE_QUEUE, ['created', 'updated', 'closed'].map((what) => `charge.dispute.${what}`)],
  [PRICE_QUEUE, ['price.updated', 'price.deleted', 'product.updated']],
  [
    SUBSCRIPTION_QUEUE,
    [
      'customer.deleted',
      ...['created', 'updated', 'deleted', 'paused', 'resumed'].map((what) => `customer.subscription.${what}`),
      ...['finalized', 'finalization_failed', 'paid', 'payment_failed', 'payment_action_required'].map(ofInvoice),
      ...['voided', 'marked_uncollectible'].map(ofInvoice),
      'charge.refunded',
      'refund.updated',
      'refund.failed',
      ...['attached', 'detached', 'updated', 'automatically_updated'].map((what) => `payment_method.${what}`),
    ],
  ],
];

/** The queue that handles an event type. */
export const QUEUE_BY_EVENT_TYPE: ReadonlyMap<string, QueueName> = new Map(
  EVENT_TYPES_BY_QUEUE.flatMap(([queue, types]) => types.map((type) => [type, queue])),
);

/** The event types the webhook endpoint has to send; others are ignored. */
export const EVENT_TYPES: readonly string[] = [...QUEUE_BY_EVENT_TYPE.keys()];

function ofInvoice(what: string): string {
  return `invoice.${what}`;
}
