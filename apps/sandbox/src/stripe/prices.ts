import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import {
  type Call,
  type CallInput,
  invalid,
  mergedMetadata,
  missing,
  onlyModelled,
  orNull,
  unknownReference,
} from './call.ts';
import { createProduct } from './products.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';

const LOOKUP_KEYS_PER_LIST = 10;

export const priceCalls: Call[] = [
  { method: 'POST', path: '/v1/prices', params: 'PriceCreateParams', response: 'Price', run: create },
  { method: 'GET', path: '/v1/prices', params: 'PriceListParams', list: 'Price', run: list },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    params: 'PriceRetrieveParams',
    response: 'Price',
    run: (account, { id }) => retrieve(account, id),
  },
  { method: 'POST', path: '/v1/prices/:id', params: 'PriceUpdateParams', response: 'Price', run: update },
];

function requirePrice(account: StripeAccount, id: string, param: string): Resource {
  const price = account.store.find('prices', id);
  if (!price) throw unknownReference('price', id, param);
  return price;
}

/** A price that may be sold. Archiving a product leaves its prices active. */
export function requireActivePrice(account: StripeAccount, id: string, param: string): Resource {
  const price = requirePrice(account, id, param);
  if (!price['active']) throw invalid('The price specified is inactive. This field only accepts active prices.', param);
  if (!account.store.find('products', price['product'])?.['active'])
    throw invalid(`The price \`${id}\` is not available to be purchased because its product is not active.`, param);
  return price;
}

function create(account: StripeAccount, { params }: CallInput): Resource {
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
  if (params['product'] && !account.store.find('products', params['product']))
    throw unknownReference('product', params['product'], 'product');
  claimLookupKey(account, params['lookup_key'], params['transfer_lookup_key']);
  const recurring = params['recurring'] as
    | { interval: string; interval_count?: number; usage_type?: string }
    | undefined;
  const price: Resource = {
    id: newId('price'),
    object: 'price',
    active: params['active'] ?? true,
    billing_scheme: 'per_unit',
    created: account.clock.seconds(),
    currency: String(params['currency']).toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params['lookup_key'] ?? null,
    metadata: mergedMetadata({}, params['metadata']),
    nickname: params['nickname'] ?? null,
    product: params['product'] ?? createProduct(account, params['product_data']).id,
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
  account.store.put('prices', price);
  account.emit('price.created', price);
  return price;
}

/** A lookup key names at most one price; `transfer` takes it from the price that has it. */
function claimLookupKey(
  account: StripeAccount,
  key: string | undefined,
  transfer: boolean | undefined,
  claimant?: string,
): void {
  if (!key) return;
  for (const price of account.store.all('prices')) {
    if (price['lookup_key'] !== key || price.id === claimant) continue;
    if (!transfer)
      throw invalid(`A price (\`${price.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists');
    price['lookup_key'] = null;
    account.store.put('prices', price);
    account.emit('price.updated', price, { lookup_key: key });
  }
}

function retrieve(account: StripeAccount, id: string): Resource {
  const price = account.store.find('prices', id);
  if (!price) throw missing('price', id);
  return price;
}

function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('prices.update', params, ['active', 'lookup_key', 'transfer_lookup_key', 'nickname', 'tax_behavior']);
  const price = retrieve(account, id);
  const before = structuredClone(price);
  claimLookupKey(account, params['lookup_key'], params['transfer_lookup_key'], id);
  for (const name of ['active', 'lookup_key', 'nickname', 'tax_behavior'])
    if (name in params) price[name] = orNull(params[name]);
  price['metadata'] = mergedMetadata(price['metadata'], params['metadata']);
  account.store.put('prices', price);
  account.emit(
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

function list(account: StripeAccount, { params }: CallInput) {
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
  return paginate('/v1/prices', account.store.newestFirst('prices'), params, (price) => {
    const named = !keys || keys.includes(price['lookup_key'] as string);
    // Inactive prices are listed on request only.
    const plain =
      price['active'] === (params['active'] ?? true) &&
      ['product', 'type', 'currency'].every((name) => matchesFilter(params[name], price[name]));
    return (
      named &&
      plain &&
      inRange(price['created'], params['created']) &&
      matchesFilter(params['recurring']?.interval, price['recurring']?.interval)
    );
  });
}
