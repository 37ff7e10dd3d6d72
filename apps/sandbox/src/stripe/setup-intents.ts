import { timingSafeEqual } from 'node:crypto';
import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { requireCustomer } from './customers.ts';
import { invalid, missing, StripeError } from './errors.ts';
import type { Params } from './form.ts';
import { inRange, listed, sameOrAny } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { onlyModelled } from './modelled.ts';
import { requirePaymentMethod } from './payment-methods.ts';
import { confirmSetupIntent } from './setup-confirmation.ts';
import type { World } from './world.ts';

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const KINDS = [
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'excluded_payment_method_types',
  'payment_method_configuration',
];

export const setupIntentCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    params: 'SetupIntentCreateParams',
    answer: 'SetupIntent',
    run: (world, { params }) => create(world, params),
  },
  { method: 'GET', path: '/v1/setup_intents', params: 'SetupIntentListParams', list: 'SetupIntent', run: list },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    params: 'SetupIntentRetrieveParams',
    answer: 'SetupIntent',
    publishable: true,
    run: found,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id',
    params: 'SetupIntentUpdateParams',
    answer: 'SetupIntent',
    run: update,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    params: 'SetupIntentConfirmParams',
    answer: 'SetupIntent',
    publishable: true,
    run: confirm,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: 'SetupIntentCancelParams',
    answer: 'SetupIntent',
    run: cancel,
  },
];

function create(world: World, params: Params): Resource {
  onlyModelled('setupIntents.create', params, [
    'customer',
    'usage',
    ...KINDS,
    'description',
    'payment_method',
    'confirm',
    'return_url',
    'use_stripe_sdk',
  ]);
  const intent = newSetupIntent(world, params);
  return params['confirm'] ? confirmSetupIntent(world, intent, params) : intent;
}

export function newSetupIntent(world: World, params: Params): Resource {
  const kinds = KINDS.filter((name) => params[name] !== undefined);
  if (kinds.length > 1) throw invalid(`You may only specify one of these parameters: ${kinds.join(', ')}.`, kinds[1]);
  if (params['customer']) requireCustomer(world, params['customer']);
  const id = newId('seti');
  const intent: Resource = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params['allowed_payment_method_types'] ?? null,
    application: null,
    automatic_payment_methods:
      kinds.length === 0 || params['automatic_payment_methods'] ? { allow_redirects: 'always', enabled: true } : null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('s', 25).slice(2)}`,
    created: world.clock.seconds(),
    customer: params['customer'] ?? null,
    description: params['description'] ?? null,
    excluded_payment_method_types: params['excluded_payment_method_types'] ?? null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergedMetadata({}, params['metadata']),
    next_action: null,
    on_behalf_of: null,
    payment_method: params['payment_method']
      ? requirePaymentMethod(world, params['payment_method'], 'payment_method').id
      : null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: params['payment_method'] ? 'requires_confirmation' : 'requires_payment_method',
    usage: params['usage'] ?? 'off_session',
  };
  world.store.put('setupIntents', intent);
  world.emit('setup_intent.created', intent);
  return intent;
}

function found(world: World, { id, params, publishable }: Asked): Resource {
  const intent = world.store.find('setupIntents', id);
  if (!intent) throw missing('setupintent', id, 'intent');
  const secret = params['client_secret'] as string | undefined;
  if (publishable && !secret)
    throw invalid('A publishable key needs the client_secret.', 'client_secret', 'parameter_missing');
  if (secret !== undefined && !sameSecret(secret, intent['client_secret'])) {
    throw new StripeError(
      400,
      'The client_secret provided does not match any associated SetupIntent on this account.',
      {
        code: 'setup_intent_invalid_parameter',
        param: 'client_secret',
      },
    );
  }
  return intent;
}

function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function update(world: World, { id, params }: Asked): Resource {
  onlyModelled('setupIntents.update', params, ['customer', 'description', 'payment_method', ...KINDS]);
  const intent = open(world, id, 'update');
  if (params['customer']) {
    if (intent['customer'] && intent['customer'] !== params['customer'])
      throw invalid('The customer of a SetupIntent cannot be changed.', 'customer');
    intent['customer'] = requireCustomer(world, params['customer']).id;
  }
  if ('description' in params) intent['description'] = params['description'] || null;
  if (params['payment_method']) {
    intent['payment_method'] = requirePaymentMethod(world, params['payment_method'], 'payment_method').id;
    intent['status'] = 'requires_confirmation';
  }
  intent['metadata'] = mergedMetadata(intent['metadata'], params['metadata']);
  world.store.put('setupIntents', intent);
  return intent;
}

function confirm(world: World, asked: Asked): Resource {
  found(world, asked);
  return confirmSetupIntent(world, open(world, asked.id, 'confirm'), asked.params);
}

function cancel(world: World, { id, params }: Asked): Resource {
  const intent = open(world, id, 'cancel');
  if (world.store.find('sessionsOfSetupIntents', id)) {
    throw invalid(
      'You cannot cancel this SetupIntent because it was created by Checkout. Expire the Checkout Session instead.',
      'intent',
    );
  }
  return cancelSetupIntent(world, intent, params['cancellation_reason'] ?? null);
}

export function cancelSetupIntent(world: World, intent: Resource, reason: string | null): Resource {
  Object.assign(intent, { status: 'canceled', cancellation_reason: reason, next_action: null });
  world.store.put('setupIntents', intent);
  world.emit('setup_intent.canceled', intent);
  return intent;
}

function open(world: World, id: string, verb: string): Resource {
  const intent = world.store.find('setupIntents', id);
  if (!intent) throw missing('setupintent', id, 'intent');
  if (OPEN.includes(intent['status'])) return intent;
  throw new StripeError(400, `You cannot ${verb} this SetupIntent because it has a status of ${intent['status']}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: intent,
  });
}

function list(world: World, { params }: Asked) {
  onlyModelled('setupIntents.list', params, [
    'customer',
    'payment_method',
    'created',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  const source = params['customer']
    ? world.store.ofCustomer('setupIntents', params['customer'])
    : world.store.newestFirst('setupIntents');
  const matches = (intent: Resource) =>
    sameOrAny(params['payment_method'], intent['payment_method']) && inRange(intent['created'], params['created']);
  return listed('/v1/setup_intents', source, params, matches);
}
