import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { invalid, missing, unknownReference } from './errors.ts';
import { inRange, listed, sameOrAny } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { onlyModelled, orNull } from './modelled.ts';
import { createProduct } from './products.ts';
import type { World } from './world.ts';

const LOOKUP_KEYS_PER_LIST = 10;

export const priceCalls: Call[] = [
  { method: 'POST', path: '/v1/prices', params: 'PriceCreateParams', answer: 'Price', run: create },
  { method: 'GET', path: '/v1/prices', params: 'PriceListParams', list: 'Price', run: list },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    params: 'PriceRetrieveParams',
    answer: 'Price',
    run: (world, { id }) => found(world, id),
  },
  { method: 'POST', path: '/v1/prices/:id', params: 'PriceUpdateParams', answer: 'Price', run: update },
];

export function requirePrice(world: World, id: string, param: string): Resource {
  const price = world.store.find('prices', id);
  if (!price) throw unknownReference('price', id, param);
  return price;
}

function create(world: World, { params }: Asked): Resource {
  const modelled = [
    'currency',
    'unit_amount',
    'recurring',
    'product',
    'product_data',
    'lookup_key',
    'transfer_lookup_key',
    'nickname',
    'active',
    'tax_behavior',
  ];
  onlyModelled('prices.create', params, modelled);
  if (params['unit_amount'] === undefined)
    throw invalid('Prices require an `unit_amount` parameter to be set.', 'unit_amount', 'parameter_missing');
  if (!params['product'] === !params['product_data'])
    throw invalid('You must specify either `product` or `product_data`.', 'product');
  if (params['product'] && !world.store.find('products', params['product']))
    throw unknownReference('product', params['product'], 'product');
  claimLookupKey(world, params['lookup_key'], params['transfer_lookup_key']);
  const recurring = params['recurring'] as
    | { interval: string; interval_count?: number; usage_type?: string }
    | undefined;
  const price: Resource = {
    id: newId('price'),
    object: 'price',
    active: params['active'] ?? true,
    billing_scheme: 'per_unit',
    created: world.clock.seconds(),
    currency: String(params['currency']).toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params['lookup_key'] ?? null,
    metadata: mergedMetadata({}, params['metadata']),
    nickname: params['nickname'] ?? null,
    product: params['product'] ?? createProduct(world, params['product_data']).id,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: recurring.usage_type ?? 'licensed',
        }
      : null,
    tax_behavior: params['tax_behavior'] ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: params['unit_amount'],
    unit_amount_decimal: String(params['unit_amount']),
  };
  world.store.put('prices', price);
  world.emit('price.created', price);
  return price;
}

/** A lookup key names at most one price: take it over when told to, else refuse. */
function claimLookupKey(world: World, key: string | undefined, transfer: boolean | undefined, claimant?: string): void {
  if (!key) return;
  for (const price of world.store.all('prices')) {
    if (price['lookup_key'] !== key || price.id === claimant) continue;
    if (!transfer)
      throw invalid(`A price (\`${price.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists');
    price['lookup_key'] = null;
    world.store.put('prices', price);
    world.emit('price.updated', price, { lookup_key: key });
  }
}

function found(world: World, id: string): Resource {
  const price = world.store.find('prices', id);
  if (!price) throw missing('price', id);
  return price;
}

function update(world: World, { id, params }: Asked): Resource {
  onlyModelled('prices.update', params, ['active', 'lookup_key', 'transfer_lookup_key', 'nickname', 'tax_behavior']);
  const price = found(world, id);
  const before = structuredClone(price);
  claimLookupKey(world, params['lookup_key'], params['transfer_lookup_key'], id);
  for (const name of ['active', 'lookup_key', 'nickname', 'tax_behavior'])
    if (name in params) price[name] = orNull(params[name]);
  price['metadata'] = mergedMetadata(price['metadata'], params['metadata']);
  world.store.put('prices', price);
  world.emit(
    'price.updated',
    price,
    Object.fromEntries(
      Object.keys(params)
        .filter((name) => name in before)
        .map((name) => [name, before[name]]),
    ),
  );
  return price;
}

function list(world: World, { params }: Asked) {
  onlyModelled('prices.list', params, [
    'limit',
    'starting_after',
    'ending_before',
    'active',
    'product',
    'lookup_keys',
    'type',
    'currency',
    'created',
    'recurring',
  ]);
  const keys = params['lookup_keys'] as string[] | undefined;
  if (keys && keys.length > LOOKUP_KEYS_PER_LIST) throw invalid('You may pass up to 10 lookup keys.', 'lookup_keys');
  return listed('/v1/prices', world.store.newestFirst('prices'), params, (price) => {
    const named = !keys || keys.includes(price['lookup_key'] as string);
    const plain = ['active', 'product', 'type', 'currency'].every((name) => sameOrAny(params[name], price[name]));
    return (
      named &&
      plain &&
      inRange(price['created'], params['created']) &&
      sameOrAny(params['recurring']?.interval, price['recurring']?.interval)
    );
  });
}
