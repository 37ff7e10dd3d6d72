/** Confirms setup intents: the card is saved, declined, or authenticated with 3-D Secure first. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { invalid, type Params, StripeError, type StripeErrorDetails } from './call.ts';
import { isDeleted, requireCustomer } from './customers.ts';
import { attach, behaviourOf, createPaymentMethod, requirePaymentMethod } from './payment-methods.ts';
import { type CardDetails, declineOf, readCard, type Refusal, type TypedCard } from './test-cards.ts';

export function confirmSetupIntent(account: StripeAccount, intent: Resource, params: Params): Resource {
  if (intent['customer']) requireCustomer(account, intent['customer']);
  const method = methodToConfirm(account, intent, params);
  const behaviour = behaviourOf(account, method.id);
  Object.assign(intent, { latest_attempt: newId('setatt'), last_setup_error: null, next_action: null });
  const refusal = declineOf(behaviour);
  if (refusal) return decline(account, intent, method, refusal);
  intent['payment_method'] = method.id;
  if (behaviour === 'authenticate' || behaviour === 'authenticateByRedirect') {
    return requireAuthentication(account, intent, params, behaviour === 'authenticateByRedirect');
  }
  return succeed(account, intent);
}

export function finishAuthentication(account: StripeAccount, attempt: string, passed: boolean): Resource | undefined {
  const intent = account.store.find(
    'setupIntents',
    account.store.find('authentications', attempt)?.['setup_intent'] as string,
  );
  if (intent?.['status'] !== 'requires_action' || intent['latest_attempt'] !== attempt) return intent;
  intent['next_action'] = null;
  if (passed && !isDeleted(account, intent['customer'])) return succeed(account, intent);
  const method = account.store.find('paymentMethods', intent['payment_method'])!;
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  recordFailure(
    account,
    intent,
    { type: 'invalid_request_error', code: 'setup_intent_authentication_failure', payment_method: method },
    message,
  );
  return intent;
}

function methodToConfirm(account: StripeAccount, intent: Resource, params: Params): Resource {
  const data = params['payment_method_data'] as Params | undefined;
  if (data) {
    if (data['type'] !== 'card' || !data['card'])
      throw invalid('The sandbox takes cards only.', 'payment_method_data[type]');
    return createPaymentMethod(account, card(account, intent, data['card'] as TypedCard), data['billing_details']);
  }
  const id = (params['payment_method'] ?? intent['payment_method']) as string | null;
  if (!id)
    throw invalid(
      'You cannot confirm this SetupIntent because it is missing a payment method.',
      'payment_method',
      'setup_intent_unexpected_state',
    );
  const method = requirePaymentMethod(account, id, 'payment_method');
  if (method['customer'] && method['customer'] !== intent['customer']) {
    throw invalid('The payment method supplied belongs to a different Customer.', 'payment_method');
  }
  return method;
}

function card(account: StripeAccount, intent: Resource, typed: TypedCard): CardDetails {
  try {
    return readCard(typed, account.clock.date());
  } catch (error) {
    if (error instanceof StripeError) recordFailure(account, intent, error.details, error.message);
    throw error instanceof StripeError
      ? new StripeError(402, error.message, { ...error.details, setup_intent: structuredClone(intent) })
      : error;
  }
}

function succeed(account: StripeAccount, intent: Resource): Resource {
  intent['status'] = 'succeeded';
  account.store.put('setupIntents', intent);
  const method = account.store.find('paymentMethods', intent['payment_method'])!;
  if (intent['customer']) attach(account, method, intent['customer']);
  account.emit('setup_intent.succeeded', intent);
  completeCheckoutSession(account, intent);
  completePortalSession(account, intent);
  return intent;
}

function decline(account: StripeAccount, intent: Resource, method: Resource, refusal: Refusal): never {
  const { message, ...codes } = refusal;
  const details = { type: 'card_error', ...codes, payment_method: method };
  recordFailure(account, intent, details, message);
  throw new StripeError(402, message, { ...details, setup_intent: structuredClone(intent) });
}

function recordFailure(account: StripeAccount, intent: Resource, details: StripeErrorDetails, message: string): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: structuredClone({ ...details, message }),
  });
  account.store.put('setupIntents', intent);
  account.emit('setup_intent.setup_failed', intent);
}

function requireAuthentication(
  account: StripeAccount,
  intent: Resource,
  params: Params,
  alwaysRedirect: boolean,
): Resource {
  const attempt = intent['latest_attempt'] as string;
  const returnUrl = params['return_url'] as string | undefined;
  account.store.put('authentications', { id: attempt, setup_intent: intent.id, return_url: returnUrl ?? null });
  const byRedirect = returnUrl && (alwaysRedirect || !params['use_stripe_sdk']);
  Object.assign(intent, {
    status: 'requires_action',
    next_action: byRedirect
      ? {
          type: 'redirect_to_url',
          redirect_to_url: { url: `${account.url}/3ds-redirect/${attempt}`, return_url: returnUrl },
        }
      : {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${account.url}/3ds/${attempt}` },
        },
  });
  account.store.put('setupIntents', intent);
  account.emit('setup_intent.requires_action', intent);
  return intent;
}

/** A Checkout session completes when its card is saved, whether or not the browser returns. */
function completeCheckoutSession(account: StripeAccount, intent: Resource): void {
  const link = account.store.find('sessionsOfSetupIntents', intent.id);
  const session = link && account.store.find('checkoutSessions', link['session'] as string);
  if (session?.['status'] !== 'open') return;
  const customer = account.store.find('customers', intent['customer'] as string);
  Object.assign(session, {
    status: 'complete',
    url: null,
    customer_details: customer && {
      address: customer['address'],
      business_name: null,
      email: customer['email'],
      individual_name: null,
      name: customer['name'],
      phone: customer['phone'],
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  account.store.put('checkoutSessions', session);
  account.emit('checkout.session.completed', session);
}

/** A card saved in the portal becomes the customer's default payment method. */
function completePortalSession(account: StripeAccount, intent: Resource): void {
  const link = account.store.find('portalsOfSetupIntents', intent.id);
  const session = link && account.store.find('portalSessions', link['session'] as string);
  const customer = session && account.store.find('customers', session['customer'] as string);
  if (!session || !customer || customer['deleted']) return;
  account.store.put('portalSessions', { ...session, done: true });
  const before = structuredClone(customer['invoice_settings'] as object);
  customer['invoice_settings'].default_payment_method = intent['payment_method'];
  account.store.put('customers', customer);
  account.emit('customer.updated', customer, { invoice_settings: before });
}
