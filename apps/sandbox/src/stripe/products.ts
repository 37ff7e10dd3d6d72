import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { invalid, missing } from './errors.ts';
import { inRange, listed, sameOrAny } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { onlyModelled, orNull } from './modelled.ts';
import type { World } from './world.ts';

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
    answer: 'Product',
    run: (world, { params }) => createProduct(world, params),
  },
  { method: 'GET', path: '/v1/products', params: 'ProductListParams', list: 'Product', run: list },
  {
    method: 'GET',
    path: '/v1/products/:id',
    params: 'ProductRetrieveParams',
    answer: 'Product',
    run: (world, { id }) => requireProduct(world, id),
  },
  { method: 'POST', path: '/v1/products/:id', params: 'ProductUpdateParams', answer: 'Product', run: update },
];

export function createProduct(world: World, params: Record<string, unknown>): Resource {
  onlyModelled('products.create', params, [...PLAIN, 'id', 'marketing_features', 'type']);
  const id = (params['id'] as string | undefined) ?? newId('prod', 14);
  if (world.store.find('products', id)) throw invalid('Product already exists.', 'id', 'resource_already_exists');
  const product: Resource = {
    id,
    object: 'product',
    active: true,
    created: world.clock.seconds(),
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
    updated: world.clock.seconds(),
    url: null,
  };
  apply(product, params);
  world.store.put('products', product);
  world.emit('product.created', product);
  return product;
}

export function requireProduct(world: World, id: string): Resource {
  const product = world.store.find('products', id);
  if (!product) throw missing('product', id);
  return product;
}

function update(world: World, { id, params }: Asked): Resource {
  onlyModelled('products.update', params, [...PLAIN, 'default_price', 'marketing_features']);
  const product = requireProduct(world, id);
  apply(product, params);
  if ('default_price' in params) product['default_price'] = orNull(params['default_price']);
  if (params['marketing_features']) product['marketing_features'] = params['marketing_features'];
  product['updated'] = world.clock.seconds();
  world.store.put('products', product);
  world.emit('product.updated', product);
  return product;
}

function apply(product: Resource, params: Record<string, unknown>): void {
  for (const name of PLAIN) if (name in params) product[name] = orNull(params[name]);
  product['images'] ??= [];
  product['metadata'] = mergedMetadata(product['metadata'], params['metadata']);
}

function list(world: World, { params }: Asked) {
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
  return listed('/v1/products', world.store.newestFirst('products'), params, (product) => {
    const named = !ids || ids.includes(product.id);
    return (
      named &&
      sameOrAny(params['active'], product['active']) &&
      sameOrAny(params['url'], product['url']) &&
      inRange(product['created'], params['created'])
    );
  });
}
