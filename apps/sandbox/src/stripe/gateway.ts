/** The Stripe API over HTTP: keys, idempotency, validation of parameters and responses. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasInjectedError, waitWhileHeld } from '../fault-gate.ts';
import { newId } from '../store.ts';
import { API_VERSION, type StripeAccount } from './account.ts';
import { portalConfigurationCalls, portalSessionCalls } from './billing-portal.ts';
import { type Call, type CallInput, decodeForm, invalid, type Listing, type Params, StripeError } from './call.ts';
import { chargeCalls } from './charges.ts';
import { checkoutCalls } from './checkout-sessions.ts';
import { checkParams, checkResponse } from './contract.ts';
import { couponCalls } from './coupons.ts';
import { customerCalls } from './customers.ts';
import { disputeCalls } from './disputes.ts';
import { fingerprint, type IdempotencyKeys, type StoredResponse } from './idempotency.ts';
import { invoicePaymentCalls } from './invoice-payments.ts';
import { invoicePreviewCalls } from './invoice-preview.ts';
import { invoiceCalls } from './invoices.ts';
import { paymentMethodDomainCalls } from './payment-method-domains.ts';
import { paymentMethodCalls } from './payment-methods.ts';
import { priceCalls } from './prices.ts';
import { productCalls } from './products.ts';
import { refundCalls } from './refunds.ts';
import { expand } from './responses.ts';
import { setupIntentCalls } from './setup-intents.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { eventCalls, webhookEndpointCalls } from './webhooks.ts';

const CALLS: Call[] = [
  ...customerCalls, ...couponCalls, ...setupIntentCalls, ...paymentMethodCalls, ...productCalls, ...priceCalls, ...subscriptionCalls,
  ...invoiceCalls, ...invoicePreviewCalls, ...invoicePaymentCalls, ...checkoutCalls, ...portalSessionCalls, ...portalConfigurationCalls, ...eventCalls, ...webhookEndpointCalls,
  ...paymentMethodDomainCalls, ...chargeCalls, ...refundCalls, ...disputeCalls,
]; // oxfmt-ignore

export function stripeGateway(app: FastifyInstance, account: StripeAccount, keys: IdempotencyKeys): void {
  for (const call of CALLS) {
    app.route({
      method: call.method,
      url: call.path,
      handler: (request, reply) => serve(account, keys, call, request, reply),
    });
  }
  app.options('/v1/*', (_request, reply) => reply.headers(CROSS_ORIGIN).code(204).send());
  app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/v1/*', handler: unknownCall });
}

function unknownCall(request: FastifyRequest, reply: FastifyReply) {
  const error = new StripeError(404, `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`);
  return send(reply, { status: 404, body: JSON.stringify(error.body()) });
}

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, stripe-version',
  'access-control-max-age': '300',
};

async function serve(
  account: StripeAccount,
  keys: IdempotencyKeys,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const id = newId('req', 14);
  account.url = `${request.protocol}://${request.headers.host}`;
  void reply.headers({ 'request-id': id, 'stripe-version': API_VERSION });
  if (call.publishable) void reply.headers(CROSS_ORIGIN);
  const key = call.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
  const path = request.url.split('?', 1)[0]!;
  const params = decodeForm(`${request.url.split('?')[1] ?? ''}&${(request.body as string | undefined) ?? ''}`);
  const print = fingerprint(call.method, path, params);
  try {
    const publishable = keyKindOf(request.headers.authorization) === 'publishable';
    if (publishable && !call.publishable)
      throw new StripeError(403, 'This call needs a secret key; a publishable key may not make it.', {
        code: 'secret_key_required',
      });
    if (key) void reply.header('idempotency-key', key);
    const stored = key && keys.claim(key, print);
    if (stored) return send(reply.header('idempotent-replayed', 'true'), stored);
    if (!(await waitWhileHeld(request))) {
      if (key) keys.release(key);
      return reply.hijack();
    }
    const response = execute(
      account,
      call,
      request,
      { id: (request.params as { id?: string }).id ?? '', params, publishable },
      { id, key },
    );
    if (key && response.keep) keys.save(key, print, response);
    else if (key) keys.release(key);
    account.store.commit();
    return send(reply, hidesStatus(request, response) ? { ...response, status: 200 } : response);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return send(reply, { status: error.status, body: JSON.stringify(error.body()) });
  }
}

function execute(
  account: StripeAccount,
  call: Call,
  request: FastifyRequest,
  input: CallInput,
  { id, key }: { id: string; key?: string | undefined },
): StoredResponse & { keep: boolean } {
  account.request = { id, idempotency_key: key ?? null };
  let started = false;
  try {
    if (hasInjectedError(request))
      throw new StripeError(500, 'An unknown error occurred (a fault of the sandbox).', { type: 'api_error' });
    checkInput(call, input);
    started = true;
    const response = expand(account.store, call.run(account, input), input.params['expand'] as string[] | undefined);
    checkOutput(call, response);
    return { status: 200, body: JSON.stringify(response), keep: true };
  } catch (error) {
    const problem =
      error instanceof StripeError
        ? error
        : new StripeError(500, `The sandbox failed: ${(error as Error).stack}`, { type: 'api_error' });
    return { status: problem.status, body: JSON.stringify(problem.body()), keep: started || problem.status >= 500 };
  } finally {
    account.request = { id: null, idempotency_key: null };
  }
}

/** Browsers log every 402 to the console, so the sandbox's own card form asks for 200 and reads `error` in the body. */
const hidesStatus = (request: FastifyRequest, { status }: StoredResponse) =>
  status === 402 && request.headers['x-card-form'] === 'quiet';

function checkInput(call: Call, { params, publishable }: CallInput): void {
  if (publishable) checkPublishable(params);
  else checkParams(call.params, params);
}

function checkOutput(call: Call, response: unknown): void {
  if (call.response) checkResponse(call.response, response);
  if (call.list && call.list !== 'Event') for (const item of (response as Listing).data) checkResponse(call.list, item);
}

function send(reply: FastifyReply, { status, body }: StoredResponse) {
  return reply.code(status).type('application/json').send(body);
}

/** Accepts test keys, except those named `wrong…`. */
function keyKindOf(authorization: string | undefined): 'secret' | 'publishable' {
  const key = keyFrom(authorization);
  if (!key) throw unauthorized('You did not provide an API key.');
  if (/^[srp]k_live_/.test(key)) throw unauthorized('The sandbox refuses live keys.');
  if (/^[sr]k_test_(?!wrong)\w+$/.test(key)) return 'secret';
  if (/^pk_test_(?!wrong)\w+$/.test(key)) return 'publishable';
  throw unauthorized(
    `Invalid API Key provided: ${key.slice(0, 7)}${'*'.repeat(Math.max(0, Math.min(key.length, 20) - 7))}`,
  );
}

function keyFrom(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme === 'Bearer') return value;
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : undefined;
}

const unauthorized = (message: string) => new StripeError(401, message);

/** What Stripe.js sends; its parameters are not part of the stripe package's types. */
const PUBLISHABLE_PARAMS = [
  'client_secret',
  'payment_method',
  'payment_method_data',
  'use_stripe_sdk',
  'return_url',
  'expand',
  'key',
];

function checkPublishable(params: Params): void {
  const unknown = Object.keys(params).find((name) => !PUBLISHABLE_PARAMS.includes(name));
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
}
