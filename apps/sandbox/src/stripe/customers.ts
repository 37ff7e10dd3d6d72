import type { Resource } from '../store/store.ts';
import { newId } from '../ids.ts';
import type { Call } from './call.ts';
import { invalid, missing, unknownReference } from './errors.ts';
import type { Params } from './form.ts';
import { inRange, listed, sameOrAny } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { onlyModelled, orNull } from './modelled.ts';
import { cancelSubscription } from './subscription-end.ts';
import type { World } from './world.ts';

const PLAIN = ['name', 'email', 'phone', 'description', 'address', 'shipping', 'tax_exempt'];
const MODELLED = [...PLAIN, 'invoice_settings', 'preferred_locales'];

export function requireCustomer(world: World, id: string, param = 'customer'): Resource {
  const customer = world.store.find('customers', id);
  if (!customer || customer['deleted']) throw unknownReference('customer', id, param);
  return customer;
}

export const isDeleted = (world: World, id: string): boolean => world.store.find('customers', id)?.['deleted'] === true;

export const customerCalls: Call[] = [
  { method: 'POST', path: '/v1/customers', params: 'CustomerCreateParams', answer: 'Customer', run: create },
  { method: 'GET', path: '/v1/customers', params: 'CustomerListParams', list: 'Customer', run: list },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    params: 'CustomerRetrieveParams',
    run: (world, { id }) => found(world, id),
  },
  { method: 'POST', path: '/v1/customers/:id', params: 'CustomerUpdateParams', answer: 'Customer', run: update },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: 'CustomerDeleteParams',
    answer: 'DeletedCustomer',
    run: remove,
  },
];

function create(world: World, { params }: { params: Params }): Resource {
  onlyModelled('customers.create', params, MODELLED);
  const customer: Resource = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.clock.seconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  apply(world, customer, params);
  world.store.put('customers', customer);
  world.emit('customer.created', customer);
  return customer;
}

function update(world: World, { id, params }: { id: string; params: Params }): Resource {
  onlyModelled('customers.update', params, MODELLED);
  const customer = world.store.find('customers', id);
  if (!customer || customer['deleted']) throw missing('customer', id);
  const before = structuredClone(customer);
  apply(world, customer, params);
  world.store.put('customers', customer);
  const changed = Object.keys(params).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(customer[name]));
  if (changed.length > 0)
    world.emit('customer.updated', customer, Object.fromEntries(changed.map((name) => [name, before[name]])));
  return customer;
}

function apply(world: World, customer: Resource, params: Params): void {
  const email = params['email'] as string | undefined;
  if (email && !/^[^@\s]+@[^@\s.]+\.[^@\s]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  const card = params['invoice_settings']?.default_payment_method as string | undefined;
  if (card) {
    const method = world.store.find('paymentMethods', card);
    if (method?.['customer'] !== customer.id)
      throw unknownReference('PaymentMethod', card, 'invoice_settings[default_payment_method]');
  }
  for (const name of PLAIN) if (name in params) customer[name] = orNull(params[name]);
  if (params['preferred_locales']) customer['preferred_locales'] = params['preferred_locales'];
  for (const [name, value] of Object.entries(params['invoice_settings'] ?? {}))
    customer['invoice_settings'][name] = orNull(value);
  customer['metadata'] = mergedMetadata(customer['metadata'], params['metadata']);
}

function found(world: World, id: string): Resource {
  const customer = world.store.find('customers', id);
  if (!customer) throw missing('customer', id);
  return customer;
}

function list(world: World, { params }: { params: Params }) {
  onlyModelled('customers.list', params, ['limit', 'starting_after', 'ending_before', 'email', 'created']);
  const matches = (customer: Resource) =>
    !customer['deleted'] &&
    sameOrAny(params['email'], customer['email']) &&
    inRange(customer['created'], params['created']);
  return listed('/v1/customers', world.store.newestFirst('customers'), params, matches);
}

function remove(world: World, { id }: { id: string }): Resource {
  const customer = world.store.find('customers', id);
  if (!customer || customer['deleted']) throw missing('customer', id);
  for (const subscription of world.store.ofCustomer('subscriptions', id)) {
    if (subscription['status'] !== 'canceled') cancelSubscription(world, subscription, null);
  }
  for (const method of world.store.ofCustomer('paymentMethods', id)) {
    method['customer'] = null;
    world.store.put('paymentMethods', method);
  }
  world.emit('customer.deleted', customer);
  const tombstone = { id, object: 'customer', deleted: true };
  world.store.put('customers', tombstone);
  return tombstone;
}
