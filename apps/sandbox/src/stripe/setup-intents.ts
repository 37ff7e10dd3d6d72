import { timingSafeEqual } from 'node:crypto';
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import {
  type Call,
  type CallInput,
  invalid,
  mergedMetadata,
  missing,
  onlyModelled,
  type Params,
  StripeError,
} from './call.ts';
import { requireCustomer } from './customers.ts';
import { requirePaymentMethod } from './payment-methods.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';
import { confirmSetupIntent } from './setup-confirmation.ts';

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
    response: 'SetupIntent',
    run: (account, { params }) => create(account, params),
  },
  { method: 'GET', path: '/v1/setup_intents', params: 'SetupIntentListParams', list: 'SetupIntent', run: list },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    params: 'SetupIntentRetrieveParams',
    response: 'SetupIntent',
    publishable: true,
    run: retrieve,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id',
    params: 'SetupIntentUpdateParams',
    response: 'SetupIntent',
    run: update,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    params: 'SetupIntentConfirmParams',
    response: 'SetupIntent',
    publishable: true,
    run: confirm,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: 'SetupIntentCancelParams',
    response: 'SetupIntent',
    run: cancel,
  },
];

function create(account: StripeAccount, params: Params): Resource {
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
  const intent = newSetupIntent(account, params);
  return params['confirm'] ? confirmSetupIntent(account, intent, params) : intent;
}

export function newSetupIntent(account: StripeAccount, params: Params): Resource {
  const kinds = KINDS.filter((name) => params[name] !== undefined);
  if (kinds.length > 1) throw invalid(`You may only specify one of these parameters: ${kinds.join(', ')}.`, kinds[1]);
  if (params['customer']) requireCustomer(account, params['customer']);
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
    created: account.clock.seconds(),
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
      ? requirePaymentMethod(account, params['payment_method'], 'payment_method').id
      : null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: params['payment_method'] ? 'requires_confirmation' : 'requires_payment_method',
    usage: params['usage'] ?? 'off_session',
  };
  account.store.put('setupIntents', intent);
  account.emit('setup_intent.created', intent);
  return intent;
}

function retrieve(account: StripeAccount, { id, params, publishable }: CallInput): Resource {
  const intent = account.store.find('setupIntents', id);
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

function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('setupIntents.update', params, ['customer', 'description', 'payment_method', ...KINDS]);
  const intent = requireOpen(account, id, 'update');
  if (params['customer']) {
    if (intent['customer'] && intent['customer'] !== params['customer'])
      throw invalid('The customer of a SetupIntent cannot be changed.', 'customer');
    intent['customer'] = requireCustomer(account, params['customer']).id;
  }
  if ('description' in params) intent['description'] = params['description'] || null;
  if (params['payment_method']) {
    intent['payment_method'] = requirePaymentMethod(account, params['payment_method'], 'payment_method').id;
    intent['status'] = 'requires_confirmation';
  }
  intent['metadata'] = mergedMetadata(intent['metadata'], params['metadata']);
  account.store.put('setupIntents', intent);
  return intent;
}

function confirm(account: StripeAccount, input: CallInput): Resource {
  retrieve(account, input);
  return confirmSetupIntent(account, requireOpen(account, input.id, 'confirm'), input.params);
}

function cancel(account: StripeAccount, { id, params }: CallInput): Resource {
  const intent = requireOpen(account, id, 'cancel');
  if (account.store.find('sessionsOfSetupIntents', id)) {
    throw invalid(
      'You cannot cancel this SetupIntent because it was created by Checkout. Expire the Checkout Session instead.',
      'intent',
    );
  }
  return cancelSetupIntent(account, intent, params['cancellation_reason'] ?? null);
}

export function cancelSetupIntent(account: StripeAccount, intent: Resource, reason: string | null): Resource {
  Object.assign(intent, { status: 'canceled', cancellation_reason: reason, next_action: null });
  account.store.put('setupIntents', intent);
  account.emit('setup_intent.canceled', intent);
  return intent;
}

function requireOpen(account: StripeAccount, id: string, verb: string): Resource {
  const intent = account.store.find('setupIntents', id);
  if (!intent) throw missing('setupintent', id, 'intent');
  if (OPEN.includes(intent['status'])) return intent;
  throw new StripeError(400, `You cannot ${verb} this SetupIntent because it has a status of ${intent['status']}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: intent,
  });
}

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('setupIntents.list', params, [
    'customer',
    'payment_method',
    'created',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  const source = params['customer']
    ? account.store.ofCustomer('setupIntents', requireCustomer(account, params['customer']).id)
    : account.store.newestFirst('setupIntents');
  const matches = (intent: Resource) =>
    matchesFilter(params['payment_method'], intent['payment_method']) && inRange(intent['created'], params['created']);
  return paginate('/v1/setup_intents', source, params, matches);
}
