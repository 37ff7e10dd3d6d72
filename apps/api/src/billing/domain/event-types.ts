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
/** The queue in which an event of a type is looked at. */
export const QUEUES: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKED_AT).flatMap(([queue, types]) => types.map((type) => [type, queue])),
);

/** What the payment provider is to report; of anything else nothing is done. */
export const EVENT_TYPES: readonly string[] = [...QUEUES.keys()];

function ofInvoice(what: string): string {
  return `invoice.${what}`;
}
