import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import {
  type Call,
  invalid,
  mergedMetadata,
  missing,
  onlyModelled,
  orNull,
  type Params,
  unknownReference,
} from './call.ts';
import { detachCard } from './detach.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';
import { cancelSubscription } from './subscription-object.ts';

const PLAIN_FIELDS = ['name', 'email', 'phone', 'description', 'address', 'shipping', 'tax_exempt'];
const MODELLED = [...PLAIN_FIELDS, 'invoice_settings', 'preferred_locales', 'balance'];

export function requireCustomer(account: StripeAccount, id: string, param = 'customer'): Resource {
  const customer = account.store.find('customers', id);
  if (!customer || customer['deleted']) throw unknownReference('customer', id, param);
  return customer;
}

export const isDeleted = (account: StripeAccount, id: string): boolean =>
  account.store.find('customers', id)?.['deleted'] === true;

export const customerCalls: Call[] = [
  { method: 'POST', path: '/v1/customers', params: 'CustomerCreateParams', response: 'Customer', run: create },
  { method: 'GET', path: '/v1/customers', params: 'CustomerListParams', list: 'Customer', run: list },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    params: 'CustomerRetrieveParams',
    run: (account, { id }) => retrieve(account, id),
  },
  { method: 'POST', path: '/v1/customers/:id', params: 'CustomerUpdateParams', response: 'Customer', run: update },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: 'CustomerDeleteParams',
    response: 'DeletedCustomer',
    run: remove,
  },
];

function create(account: StripeAccount, { params }: { params: Params }): Resource {
  onlyModelled('customers.create', params, MODELLED);
  const customer: Resource = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.clock.seconds(),
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
  apply(account, customer, params);
  account.store.put('customers', customer);
  account.emit('customer.created', customer);
  return customer;
}

function update(account: StripeAccount, { id, params }: { id: string; params: Params }): Resource {
  onlyModelled('customers.update', params, MODELLED);
  const customer = account.store.find('customers', id);
  if (!customer || customer['deleted']) throw missing('customer', id);
  const before = structuredClone(customer);
  apply(account, customer, params);
  account.store.put('customers', customer);
  const changed = Object.keys(params).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(customer[name]));
  if (changed.length > 0)
    account.emit('customer.updated', customer, Object.fromEntries(changed.map((name) => [name, before[name]])));
  return customer;
}

function apply(account: StripeAccount, customer: Resource, params: Params): void {
  const email = params['email'] as string | undefined;
  if (email && !/^[^@\s]+@[^@\s.]+\.[^@\s]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  const card = params['invoice_settings']?.default_payment_method as string | undefined;
  if (card) {
    const method = account.store.find('paymentMethods', card);
    if (method?.['customer'] !== customer.id)
      throw unknownReference('PaymentMethod', card, 'invoice_settings[default_payment_method]');
  }
  for (const name of PLAIN_FIELDS) if (name in params) customer[name] = orNull(params[name]);
  if ('balance' in params) customer['balance'] = Number(params['balance']);
  if (params['preferred_locales']) customer['preferred_locales'] = params['preferred_locales'];
  for (const [name, value] of Object.entries(params['invoice_settings'] ?? {}))
    customer['invoice_settings'][name] = orNull(value);
  customer['metadata'] = mergedMetadata(customer['metadata'], params['metadata']);
}

function retrieve(account: StripeAccount, id: string): Resource {
  const customer = account.store.find('customers', id);
  if (!customer) throw missing('customer', id);
  return customer;
}

function list(account: StripeAccount, { params }: { params: Params }) {
  onlyModelled('customers.list', params, ['limit', 'starting_after', 'ending_before', 'email', 'created']);
  const matches = (customer: Resource) =>
    !customer['deleted'] &&
    matchesFilter(params['email'], customer['email']) &&
    inRange(customer['created'], params['created']);
  return paginate('/v1/customers', account.store.newestFirst('customers'), params, matches);
}

function remove(account: StripeAccount, { id }: { id: string }): Resource {
  const customer = account.store.find('customers', id);
  if (!customer || customer['deleted']) throw missing('customer', id);
  for (const subscription of account.store.ofCustomer('subscriptions', id)) {
    if (subscription['status'] !== 'canceled') cancelSubscription(account, subscription, null);
  }
  for (const method of account.store.ofCustomer('paymentMethods', id)) detachCard(account, method);
  account.emit('customer.deleted', customer);
  const tombstone = { id, object: 'customer', deleted: true };
  account.store.put('customers', tombstone);
  return tombstone;
}
