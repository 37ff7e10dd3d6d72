import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import {
  type Call,
  type CallInput,
  invalid,
  missing,
  onlyModelled,
  orNull,
  type Params,
  StripeError,
  unknownReference,
} from './call.ts';
import { requireCustomer } from './customers.ts';
import { detachCard } from './detach.ts';
import { matchesFilter, paginate } from './responses.ts';
import { type Behaviour, type CardDetails, declineOf, readCard, SHORTHANDS } from './test-cards.ts';

export const paymentMethodCalls: Call[] = [
  { method: 'GET', path: '/v1/payment_methods', params: 'PaymentMethodListParams', list: 'PaymentMethod', run: list },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: 'PaymentMethodRetrieveParams',
    response: 'PaymentMethod',
    run: (account, { id }) => retrieve(account, id),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    params: 'PaymentMethodUpdateParams',
    response: 'PaymentMethod',
    run: update,
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: 'PaymentMethodAttachParams',
    response: 'PaymentMethod',
    run: attachCall,
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: 'PaymentMethodDetachParams',
    response: 'PaymentMethod',
    run: detach,
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: 'PaymentMethodListParams',
    list: 'PaymentMethod',
    run: (account, { id, params }) => list(account, { params: { ...params, customer: id } }),
  },
];

export function createPaymentMethod(account: StripeAccount, card: CardDetails, billing: Params = {}): Resource {
  const { brand, last4, exp_month, exp_year, fingerprint, behaviour } = card;
  const address = (billing['address'] ?? {}) as Params;
  const part = (name: string) => orNull(address[name]);
  const method: Resource = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: part('city'),
        country: part('country'),
        line1: part('line1'),
        line2: part('line2'),
        postal_code: part('postal_code'),
        state: part('state'),
      },
      email: orNull(billing['email']),
      name: orNull(billing['name']),
      phone: orNull(billing['phone']),
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month,
      exp_year,
      fingerprint,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  account.store.put('paymentMethods', method);
  account.store.put('cardBehaviours', { id: method.id, behaviour });
  return method;
}

export function behaviourOf(account: StripeAccount, method: string): Behaviour {
  return (account.store.find('cardBehaviours', method)?.['behaviour'] as Behaviour | undefined) ?? 'ok';
}

/** A stored payment method by id, or a new one for Stripe's `pm_card_…` test ids. */
export function requirePaymentMethod(account: StripeAccount, id: string, param: string): Resource {
  const shorthand = SHORTHANDS[id];
  if (shorthand) {
    const typed = { number: shorthand, exp_month: '12', exp_year: String(account.clock.date().getUTCFullYear() + 4) };
    return createPaymentMethod(account, readCard(typed, account.clock.date()));
  }
  const method = account.store.find('paymentMethods', id);
  if (!method) throw unknownReference('PaymentMethod', id, param);
  return method;
}

export function attach(account: StripeAccount, method: Resource, customer: string): void {
  if (method['customer'] === customer) return;
  method['customer'] = customer;
  account.store.put('paymentMethods', method);
  account.emit('payment_method.attached', method);
}

function retrieve(account: StripeAccount, id: string): Resource {
  const method = account.store.find('paymentMethods', id);
  if (!method) throw missing('PaymentMethod', id);
  return method;
}

/** The month in which a card expires, as the network changes it, too, when the bank renews the card. */
function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('paymentMethods.update', params, ['card']);
  const method = retrieve(account, id);
  const { exp_month = method['card'].exp_month, exp_year = method['card'].exp_year } = params['card'] ?? {};
  const before = structuredClone(method['card']);
  Object.assign(method['card'], { exp_month: Number(exp_month), exp_year: Number(exp_year) });
  account.store.put('paymentMethods', method);
  account.emit('payment_method.updated', method, { card: before });
  return method;
}

function attachCall(account: StripeAccount, { id, params }: CallInput): Resource {
  const customer = requireCustomer(account, params['customer'] as string);
  const method = requirePaymentMethod(account, id, 'payment_method');
  if (method['customer'] && method['customer'] !== customer.id) {
    throw invalid('The payment method you provided has already been attached to a customer.', 'payment_method');
  }
  const refusal = declineOf(behaviourOf(account, method.id));
  if (refusal) {
    const { message, ...details } = refusal;
    throw new StripeError(402, message, { type: 'card_error', ...details });
  }
  attach(account, method, customer.id);
  return method;
}

function detach(account: StripeAccount, { id }: CallInput): Resource {
  const method = retrieve(account, id);
  if (!method['customer'])
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method',
    );
  detachCard(account, method);
  return method;
}

function list(account: StripeAccount, { params }: { params: Params }) {
  onlyModelled('paymentMethods.list', params, ['customer', 'type', 'limit', 'starting_after', 'ending_before']);
  const customer = params['customer'] as string | undefined;
  if (!customer)
    throw invalid('The sandbox lists payment methods of a customer only.', 'customer', 'parameter_missing');
  const owned = account.store.ofCustomer('paymentMethods', requireCustomer(account, customer).id);
  return paginate('/v1/payment_methods', owned, params, (method) => matchesFilter(params['type'], method['type']));
}
