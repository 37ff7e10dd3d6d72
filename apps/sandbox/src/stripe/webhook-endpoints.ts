import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { invalid, missing } from './errors.ts';
import { listed } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { onlyModelled } from './modelled.ts';
import { API_VERSION, type World } from './world.ts';

export const webhookEndpointCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: 'WebhookEndpointCreateParams',
    answer: 'WebhookEndpoint',
    run: create,
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: 'WebhookEndpointListParams',
    list: 'WebhookEndpoint',
    run: list,
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    params: 'WebhookEndpointRetrieveParams',
    answer: 'WebhookEndpoint',
    run: (world, { id }) => shown(found(world, id)),
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: 'WebhookEndpointDeleteParams',
    answer: 'DeletedWebhookEndpoint',
    run: remove,
  },
];

function create(world: World, { params }: Asked): Resource {
  onlyModelled('webhookEndpoints.create', params, ['url', 'enabled_events', 'api_version', 'description']);
  if (!/^https?:\/\//.test(params['url']))
    throw invalid('Invalid URL: an explicit scheme (such as https) must be provided.', 'url', 'url_invalid');
  const endpoint: Resource = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: params['api_version'] ?? API_VERSION,
    application: null,
    created: world.clock.seconds(),
    description: params['description'] ?? null,
    enabled_events: params['enabled_events'],
    livemode: false,
    metadata: mergedMetadata({}, params['metadata']),
    secret: newId('whsec', 32),
    status: 'enabled',
    url: params['url'],
  };
  world.store.put('webhookEndpoints', endpoint);
  return endpoint;
}

/** The signing secret is told once, at creation. */
const shown = ({ secret: _, ...endpoint }: Resource) => endpoint;

function found(world: World, id: string): Resource {
  const endpoint = world.store.find('webhookEndpoints', id);
  if (!endpoint) throw missing('webhook endpoint', id);
  return endpoint;
}

function remove(world: World, { id }: Asked): Resource {
  found(world, id);
  world.store.delete('webhookEndpoints', id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

function list(world: World, { params }: Asked) {
  onlyModelled('webhookEndpoints.list', params, ['limit', 'starting_after', 'ending_before']);
  return listed(
    '/v1/webhook_endpoints',
    [...world.store.newestFirst('webhookEndpoints')].map(shown),
    params,
    () => true,
  );
}
