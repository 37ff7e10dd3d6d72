import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, mergedMetadata, missing, onlyModelled, orNull } from './call.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';

const PLAIN = [
  'name',
  'description',
  'active',
  'images',
  'shippable',
  'statement_descriptor',
  'unit_label',
  'url',
  'tax_code',
];

export const productCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/products',
    params: 'ProductCreateParams',
    response: 'Product',
    run: (account, { params }) => createProduct(account, params),
  },
  { method: 'GET', path: '/v1/products', params: 'ProductListParams', list: 'Product', run: list },
  {
    method: 'GET',
    path: '/v1/products/:id',
    params: 'ProductRetrieveParams',
    response: 'Product',
    run: (account, { id }) => retrieve(account, id),
  },
  { method: 'POST', path: '/v1/products/:id', params: 'ProductUpdateParams', response: 'Product', run: update },
];

export function createProduct(account: StripeAccount, params: Record<string, unknown>): Resource {
  onlyModelled('products.create', params, [...PLAIN, 'id', 'marketing_features', 'type']);
  const id = (params['id'] as string | undefined) ?? newId('prod', 14);
  if (account.store.find('products', id)) throw invalid('Product already exists.', 'id', 'resource_already_exists');
  const product: Resource = {
    id,
    object: 'product',
    active: true,
    created: account.clock.seconds(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: params['marketing_features'] ?? [],
    metadata: {},
    name: '',
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: params['type'] ?? 'service',
    unit_label: null,
    updated: account.clock.seconds(),
    url: null,
  };
  apply(product, params);
  account.store.put('products', product);
  account.emit('product.created', product);
  return product;
}

function retrieve(account: StripeAccount, id: string): Resource {
  const product = account.store.find('products', id);
  if (!product) throw missing('product', id);
  return product;
}

function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('products.update', params, [...PLAIN, 'default_price', 'marketing_features']);
  const product = retrieve(account, id);
  const before = structuredClone(product);
  apply(product, params);
  if ('default_price' in params) product['default_price'] = orNull(params['default_price']);
  if (params['marketing_features']) product['marketing_features'] = params['marketing_features'];
  product['updated'] = account.clock.seconds();
  account.store.put('products', product);
  const changed = Object.keys(params).filter((name) => name in before);
  account.emit('product.updated', product, Object.fromEntries(changed.map((name) => [name, before[name]])));
  return product;
}

function apply(product: Resource, params: Record<string, unknown>): void {
  for (const name of PLAIN) if (name in params) product[name] = orNull(params[name]);
  product['images'] ??= [];
  product['metadata'] = mergedMetadata(product['metadata'], params['metadata']);
}

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('products.list', params, [
    'limit',
    'starting_after',
    'ending_before',
    'active',
    'ids',
    'created',
    'url',
  ]);
  const ids = params['ids'] as string[] | undefined;
  return paginate('/v1/products', account.store.newestFirst('products'), params, (product) => {
    const named = !ids || ids.includes(product.id);
    return (
      named &&
      matchesFilter(params['active'], product['active']) &&
      matchesFilter(params['url'], product['url']) &&
      inRange(product['created'], params['created'])
    );
  });
}
