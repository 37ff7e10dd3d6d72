/** Events and webhook endpoints. */
import type { Settings } from '../settings.ts';
import { newId, type Resource } from '../store.ts';
import { API_VERSION, type StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, mergedMetadata, missing, onlyModelled } from './call.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';

const TYPES_PER_LIST = 20;

export const eventCalls: Call[] = [
  { method: 'GET', path: '/v1/events', params: 'EventListParams', list: 'Event', run: listEvents },
  { method: 'GET', path: '/v1/events/:id', params: 'EventRetrieveParams', run: retrieveEvent },
];

function retrieveEvent(account: StripeAccount, { id }: CallInput): Resource {
  const event = account.store.find('events', id);
  if (!event) throw missing('event', id);
  return event;
}

function listEvents(account: StripeAccount, { params }: CallInput) {
  onlyModelled('events.list', params, [
    'type',
    'types',
    'created',
    'delivery_success',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  const types = params['types'] as string[] | undefined;
  if (types && types.length > TYPES_PER_LIST) throw invalid('You may pass up to 20 types.', 'types');
  return paginate('/v1/events', account.store.newestFirst('events'), params, (event) => {
    const named = (!types || types.includes(event['type'])) && matchesFilter(params['type'], event['type']);
    return (
      named &&
      inRange(event['created'], params['created']) &&
      matchesFilter(params['delivery_success'], event['pending_webhooks'] === 0)
    );
  });
}

export const webhookEndpointCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: 'WebhookEndpointCreateParams',
    response: 'WebhookEndpoint',
    run: createEndpoint,
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: 'WebhookEndpointListParams',
    list: 'WebhookEndpoint',
    run: listEndpoints,
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    params: 'WebhookEndpointRetrieveParams',
    response: 'WebhookEndpoint',
    run: (account, { id }) => withoutSecret(findEndpoint(account, id)),
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: 'WebhookEndpointUpdateParams',
    response: 'WebhookEndpoint',
    run: updateEndpoint,
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: 'WebhookEndpointDeleteParams',
    response: 'DeletedWebhookEndpoint',
    run: deleteEndpoint,
  },
];

function createEndpoint(account: StripeAccount, { params }: CallInput): Resource {
  onlyModelled('webhookEndpoints.create', params, ['url', 'enabled_events', 'api_version', 'description']);
  if (!/^https?:\/\//.test(params['url']))
    throw invalid('Invalid URL: an explicit scheme (such as https) must be provided.', 'url', 'url_invalid');
  const endpoint: Resource = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: params['api_version'] ?? API_VERSION,
    application: null,
    created: account.clock.seconds(),
    description: params['description'] ?? null,
    enabled_events: params['enabled_events'],
    livemode: false,
    metadata: mergedMetadata({}, params['metadata']),
    secret: newId('whsec', 32),
    status: 'enabled',
    url: params['url'],
  };
  account.store.put('webhookEndpoints', endpoint);
  return endpoint;
}

/** The signing secret is returned only at creation. */
const withoutSecret = ({ secret: _, ...endpoint }: Resource) => endpoint;

function findEndpoint(account: StripeAccount, id: string): Resource {
  const endpoint = account.store.find('webhookEndpoints', id);
  if (!endpoint) throw missing('webhook endpoint', id);
  return endpoint;
}

function updateEndpoint(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('webhookEndpoints.update', params, ['disabled']);
  const endpoint = findEndpoint(account, id);
  const status = params['disabled'] ? 'disabled' : 'enabled';
  account.store.put('webhookEndpoints', Object.assign(endpoint, { status }));
  return withoutSecret(endpoint);
}

function deleteEndpoint(account: StripeAccount, { id }: CallInput): Resource {
  findEndpoint(account, id);
  account.store.delete('webhookEndpoints', id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

function listEndpoints(account: StripeAccount, { params }: CallInput) {
  onlyModelled('webhookEndpoints.list', params, ['limit', 'starting_after', 'ending_before']);
  return paginate(
    '/v1/webhook_endpoints',
    [...account.store.newestFirst('webhookEndpoints')].map(withoutSecret),
    params,
    () => true,
  );
}

const ENABLED_EVENTS =
  `setup_intent.succeeded setup_intent.setup_failed checkout.session.completed checkout.session.expired
  customer.subscription.created customer.subscription.updated customer.subscription.deleted customer.subscription.trial_will_end
  customer.subscription.paused customer.subscription.resumed customer.updated customer.deleted
  invoice.paid invoice.payment_failed invoice.payment_action_required invoice.finalized invoice.finalization_failed
  invoice.voided invoice.marked_uncollectible charge.refunded refund.updated refund.failed
  charge.dispute.created charge.dispute.updated charge.dispute.closed
  price.updated price.deleted product.updated
  payment_method.attached payment_method.detached payment_method.updated payment_method.automatically_updated`.split(
    /\s+/,
  );

/** Registers the product's webhook endpoint at each start, as an operator does in Stripe's Dashboard. */
export function registerWebhook({ store, clock }: StripeAccount, { webhookUrl, webhookSecret }: Settings): void {
  for (const { id, url } of store.all('webhookEndpoints')) if (url === webhookUrl) store.delete('webhookEndpoints', id);
  store.put('webhookEndpoints', {
    id: 'we_sandbox',
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: clock.seconds(),
    description: 'The product itself',
    enabled_events: ENABLED_EVENTS,
    livemode: false,
    metadata: {},
    secret: webhookSecret,
    status: 'enabled',
    url: webhookUrl,
  });
  store.commit();
}
