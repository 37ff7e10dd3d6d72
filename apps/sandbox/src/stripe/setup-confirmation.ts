/** What happens to a card that is to be kept: saved, refused, or sent through the bank's own check first. */
import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import { readCard, refusalOf, type CardDetails, type TypedCard } from './cards.ts';
import { completeSessionOf } from './checkout-completion.ts';
import { isDeleted, requireCustomer } from './customers.ts';
import { invalid, StripeError, type StripeErrorDetails } from './errors.ts';
import type { Params } from './form.ts';
import { attach, behaviourOf, createPaymentMethod, requirePaymentMethod } from './payment-methods.ts';
import { completePortalOf } from './portal-completion.ts';
import type { World } from './world.ts';

export function confirmSetupIntent(world: World, intent: Resource, params: Params): Resource {
  if (intent['customer']) requireCustomer(world, intent['customer']);
  const method = methodToConfirm(world, intent, params);
  const behaviour = behaviourOf(world, method.id);
  Object.assign(intent, { latest_attempt: newId('setatt'), last_setup_error: null, next_action: null });
  const refusal = refusalOf(behaviour);
  if (refusal) return refuse(world, intent, method, refusal);
  intent['payment_method'] = method.id;
  if (behaviour === 'authenticate' || behaviour === 'authenticateByRedirect') {
    return askTheBank(world, intent, params, behaviour === 'authenticateByRedirect');
  }
  return succeed(world, intent);
}

export function finishAuthentication(world: World, attempt: string, passed: boolean): Resource | undefined {
  const intent = world.store.find(
    'setupIntents',
    world.store.find('authentications', attempt)?.['setup_intent'] as string,
  );
  if (intent?.['status'] !== 'requires_action' || intent['latest_attempt'] !== attempt) return intent;
  intent['next_action'] = null;
  if (passed && !isDeleted(world, intent['customer'])) return succeed(world, intent);
  const method = world.store.find('paymentMethods', intent['payment_method'])!;
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  noteFailure(
    world,
    intent,
    { type: 'invalid_request_error', code: 'setup_intent_authentication_failure', payment_method: method },
    message,
  );
  return intent;
}

function methodToConfirm(world: World, intent: Resource, params: Params): Resource {
  const data = params['payment_method_data'] as Params | undefined;
  if (data) {
    if (data['type'] !== 'card' || !data['card'])
      throw invalid('The sandbox takes cards only.', 'payment_method_data[type]');
    return createPaymentMethod(world, card(world, intent, data['card'] as TypedCard), data['billing_details']);
  }
  const id = (params['payment_method'] ?? intent['payment_method']) as string | null;
  if (!id)
    throw invalid(
      'You cannot confirm this SetupIntent because it is missing a payment method.',
      'payment_method',
      'setup_intent_unexpected_state',
    );
  const method = requirePaymentMethod(world, id, 'payment_method');
  if (method['customer'] && method['customer'] !== intent['customer']) {
    throw invalid('The payment method supplied belongs to a different Customer.', 'payment_method');
  }
  return method;
}

function card(world: World, intent: Resource, typed: TypedCard): CardDetails {
  try {
    return readCard(typed, world.clock.date());
  } catch (error) {
    if (error instanceof StripeError) noteFailure(world, intent, error.details, error.message);
    throw error instanceof StripeError
      ? new StripeError(402, error.message, { ...error.details, setup_intent: structuredClone(intent) })
      : error;
  }
}

function succeed(world: World, intent: Resource): Resource {
  intent['status'] = 'succeeded';
  world.store.put('setupIntents', intent);
  const method = world.store.find('paymentMethods', intent['payment_method'])!;
  if (intent['customer']) attach(world, method, intent['customer']);
  world.emit('setup_intent.succeeded', intent);
  completeSessionOf(world, intent);
  completePortalOf(world, intent);
  return intent;
}

function refuse(
  world: World,
  intent: Resource,
  method: Resource,
  refusal: { code: string; decline_code?: string; message: string },
): never {
  const { message, ...codes } = refusal;
  const details = { type: 'card_error', ...codes, payment_method: method };
  noteFailure(world, intent, details, message);
  throw new StripeError(402, message, { ...details, setup_intent: structuredClone(intent) });
}

function noteFailure(world: World, intent: Resource, details: StripeErrorDetails, message: string): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: structuredClone({ ...details, message }),
  });
  world.store.put('setupIntents', intent);
  world.emit('setup_intent.setup_failed', intent);
}

function askTheBank(world: World, intent: Resource, params: Params, alwaysRedirect: boolean): Resource {
  const attempt = intent['latest_attempt'] as string;
  const returnUrl = params['return_url'] as string | undefined;
  world.store.put('authentications', { id: attempt, setup_intent: intent.id, return_url: returnUrl ?? null });
  const byRedirect = returnUrl && (alwaysRedirect || !params['use_stripe_sdk']);
  Object.assign(intent, {
    status: 'requires_action',
    next_action: byRedirect
      ? {
          type: 'redirect_to_url',
          redirect_to_url: { url: `${world.url}/3ds-redirect/${attempt}`, return_url: returnUrl },
        }
      : {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${world.url}/3ds/${attempt}` },
        },
  });
  world.store.put('setupIntents', intent);
  world.emit('setup_intent.requires_action', intent);
  return intent;
}
