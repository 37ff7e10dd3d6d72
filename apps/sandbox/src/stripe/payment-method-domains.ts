/** Hosts on which the card form may show wallets. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, missing, onlyModelled } from './call.ts';
import { matchesFilter, paginate } from './responses.ts';

const TABLE = 'paymentMethodDomains';

export const paymentMethodDomainCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/payment_method_domains',
    params: 'PaymentMethodDomainCreateParams',
    response: 'PaymentMethodDomain',
    run: create,
  },
  {
    method: 'GET',
    path: '/v1/payment_method_domains',
    params: 'PaymentMethodDomainListParams',
    list: 'PaymentMethodDomain',
    run: list,
  },
  {
    method: 'GET',
    path: '/v1/payment_method_domains/:id',
    params: 'PaymentMethodDomainRetrieveParams',
    response: 'PaymentMethodDomain',
    run: (account, { id }) => find(account, id),
  },
  {
    method: 'POST',
    path: '/v1/payment_method_domains/:id',
    params: 'PaymentMethodDomainUpdateParams',
    response: 'PaymentMethodDomain',
    run: update,
  },
];

function create(account: StripeAccount, { params }: CallInput): Resource {
  onlyModelled('paymentMethodDomains.create', params, ['domain_name', 'enabled']);
  const { domain_name: name, enabled = true } = params as { domain_name: string; enabled?: boolean };
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(name)) throw invalid(`Invalid domain name: ${name}`, 'domain_name');
  const known = withName(account, name);
  return known ?? put(account, newDomain(newId('pmd', 24), name, enabled, account.clock.seconds()));
}

function find(account: StripeAccount, id: string): Resource {
  const domain = account.store.find(TABLE, id);
  if (!domain) throw missing('payment method domain', id, 'payment_method_domain');
  return domain;
}

function list(account: StripeAccount, { params }: CallInput) {
  const names = ['domain_name', 'enabled', 'limit', 'starting_after', 'ending_before'];
  onlyModelled('paymentMethodDomains.list', params, names);
  return paginate(
    '/v1/payment_method_domains',
    account.store.newestFirst(TABLE),
    params,
    ({ domain_name: name, enabled }) =>
      matchesFilter(params['domain_name'], name) && matchesFilter(params['enabled'], enabled),
  );
}

function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('paymentMethodDomains.update', params, ['enabled']);
  const domain = find(account, id);
  return put(account, newDomain(id, domain['domain_name'], params['enabled'] ?? domain['enabled'], domain['created']));
}

const withName = ({ store }: StripeAccount, name: string): Resource | undefined =>
  [...store.all(TABLE)].find(({ domain_name: known }) => known === name);

function put({ store }: StripeAccount, domain: Resource): Resource {
  store.put(TABLE, domain);
  return domain;
}

/** Of a host that ends in .invalid, Apple Pay cannot be verified. */
function newDomain(id: string, name: string, enabled: boolean, created: number): Resource {
  const active = { status: 'active' };
  const unverified = { status: 'inactive', status_details: { error_message: 'Unable to verify domain.' } };
  return {
    id,
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: name.endsWith('.invalid') ? unverified : active,
    created,
    domain_name: name,
    enabled,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  };
}

/** Registers the product's hosts at each start, as an operator does in Stripe's Dashboard. */
export function registerHosts(account: StripeAccount, origins: string[]): void {
  for (const host of new Set(origins.map((origin) => new URL(origin).hostname)))
    if (!withName(account, host)) put(account, newDomain(newId('pmd', 24), host, true, account.clock.seconds()));
  account.store.commit();
}
