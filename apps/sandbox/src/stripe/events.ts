import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { invalid, missing } from './errors.ts';
import { inRange, listed, sameOrAny } from './lists.ts';
import { onlyModelled } from './modelled.ts';
import type { World } from './world.ts';

const TYPES_PER_LIST = 20;

export const eventCalls: Call[] = [
  { method: 'GET', path: '/v1/events', params: 'EventListParams', list: 'Event', run: list },
  { method: 'GET', path: '/v1/events/:id', params: 'EventRetrieveParams', run: retrieve },
];

function retrieve(world: World, { id }: Asked): Resource {
  const event = world.store.find('events', id);
  if (!event) throw missing('event', id);
  return event;
}

function list(world: World, { params }: Asked) {
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
  return listed('/v1/events', world.store.newestFirst('events'), params, (event) => {
    const named = (!types || types.includes(event['type'])) && sameOrAny(params['type'], event['type']);
    return (
      named &&
      inRange(event['created'], params['created']) &&
      sameOrAny(params['delivery_success'], event['pending_webhooks'] === 0)
    );
  });
}
