import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { readCard, refusalOf, SHORTHANDS, type Behaviour, type CardDetails } from './cards.ts';
import { requireCustomer } from './customers.ts';
import { invalid, missing, StripeError, unknownReference } from './errors.ts';
import type { Params } from './form.ts';
import { listed, sameOrAny } from './lists.ts';
import { onlyModelled, orNull } from './modelled.ts';
import type { World } from './world.ts';

export const paymentMethodCalls: Call[] = [
  { method: 'GET', path: '/v1/payment_methods', params: 'PaymentMethodListParams', list: 'PaymentMethod', run: list },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: 'PaymentMethodRetrieveParams',
    answer: 'PaymentMethod',
    run: (world, { id }) => found(world, id),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: 'PaymentMethodAttachParams',
    answer: 'PaymentMethod',
    run: attachCall,
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: 'PaymentMethodDetachParams',
    answer: 'PaymentMethod',
    run: detach,
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: 'PaymentMethodListParams',
    list: 'PaymentMethod',
    run: (world, { id, params }) => list(world, { params: { ...params, customer: id } }),
  },
];

export function createPaymentMethod(world: World, card: CardDetails, billing: Params = {}): Resource {
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
    created: world.clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  world.store.put('paymentMethods', method);
  world.store.put('cardBehaviours', { id: method.id, behaviour });
  return method;
}

export function behaviourOf(world: World, method: string): Behaviour {
  return (world.store.find('cardBehaviours', method)?.['behaviour'] as Behaviour | undefined) ?? 'ok';
}

/** A stored card by id, or a fresh one for Stripe's `pm_card_…` shorthands. */
export function requirePaymentMethod(world: World, id: string, param: string): Resource {
  const shorthand = SHORTHANDS[id];
  if (shorthand) {
    const typed = { number: shorthand, exp_month: '12', exp_year: String(world.clock.date().getUTCFullYear() + 4) };
    return createPaymentMethod(world, readCard(typed, world.clock.date()));
  }
  const method = world.store.find('paymentMethods', id);
  if (!method) throw unknownReference('PaymentMethod', id, param);
  return method;
}

export function attach(world: World, method: Resource, customer: string): void {
  if (method['customer'] === customer) return;
  method['customer'] = customer;
  world.store.put('paymentMethods', method);
  world.emit('payment_method.attached', method);
}

function found(world: World, id: string): Resource {
  const method = world.store.find('paymentMethods', id);
  if (!method) throw missing('PaymentMethod', id);
  return method;
}

function attachCall(world: World, { id, params }: Asked): Resource {
  const customer = requireCustomer(world, params['customer'] as string);
  const method = requirePaymentMethod(world, id, 'payment_method');
  if (method['customer'] && method['customer'] !== customer.id) {
    throw invalid('The payment method you provided has already been attached to a customer.', 'payment_method');
  }
  const refusal = refusalOf(behaviourOf(world, method.id));
  if (refusal) {
    const { message, ...details } = refusal;
    throw new StripeError(402, message, { type: 'card_error', ...details });
  }
  attach(world, method, customer.id);
  return method;
}

function detach(world: World, { id }: Asked): Resource {
  const method = found(world, id);
  const customer = method['customer'] as string | null;
  if (!customer)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method',
    );
  const owner = world.store.find('customers', customer);
  if (owner?.['invoice_settings']?.default_payment_method === id) {
    owner['invoice_settings'].default_payment_method = null;
    world.store.put('customers', owner);
  }
  for (const subscription of world.store.ofCustomer('subscriptions', customer)) {
    if (subscription['default_payment_method'] !== id) continue;
    subscription['default_payment_method'] = null;
    world.store.put('subscriptions', subscription);
  }
  method['customer'] = null;
  world.store.put('paymentMethods', method);
  world.emit('payment_method.detached', method, { customer });
  return method;
}

function list(world: World, { params }: { params: Params }) {
  onlyModelled('paymentMethods.list', params, ['customer', 'type', 'limit', 'starting_after', 'ending_before']);
  const customer = params['customer'] as string | undefined;
  if (!customer)
    throw invalid('The sandbox lists payment methods of a customer only.', 'customer', 'parameter_missing');
  const owned = world.store.ofCustomer('paymentMethods', requireCustomer(world, customer).id);
  return listed('/v1/payment_methods', owned, params, (method) => sameOrAny(params['type'], method['type']));
}
