/** The Stripe API over HTTP: who asks, was it asked before, is it well-formed, do it, is the answer well-formed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../ids.ts';
import { heldBefore, injectedFailure } from '../faults/gate.ts';
import type { Asked, Call, Listing } from './call.ts';
import { checkoutCalls } from './checkout-sessions.ts';
import { checkAnswer, checkParams } from './contract.ts';
import { customerCalls } from './customers.ts';
import { StripeError } from './errors.ts';
import { eventCalls } from './events.ts';
import { expanded } from './expand.ts';
import { decodeForm } from './form.ts';
import { fingerprint, type IdempotentAnswers, type KeptAnswer } from './idempotency.ts';
import { invoiceCalls } from './invoices.ts';
import { keyKindOf } from './keys.ts';
import { paymentMethodCalls } from './payment-methods.ts';
import { portalConfigurationCalls } from './portal-configurations.ts';
import { portalSessionCalls } from './portal-sessions.ts';
import { priceCalls } from './prices.ts';
import { productCalls } from './products.ts';
import { checkPublishable } from './publishable.ts';
import { setupIntentCalls } from './setup-intents.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';
import { API_VERSION, type World } from './world.ts';

const CALLS: Call[] = [
  ...customerCalls, ...setupIntentCalls, ...paymentMethodCalls, ...productCalls, ...priceCalls, ...subscriptionCalls,
  ...invoiceCalls, ...checkoutCalls, ...portalSessionCalls, ...portalConfigurationCalls, ...eventCalls, ...webhookEndpointCalls,
]; // oxfmt-ignore

export function stripeGateway(app: FastifyInstance, world: World, answers: IdempotentAnswers): void {
  for (const call of CALLS) {
    app.route({
      method: call.method,
      url: call.path,
      handler: (request, reply) => serve(world, answers, call, request, reply),
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
  world: World,
  answers: IdempotentAnswers,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const id = newId('req', 14);
  world.url = `${request.protocol}://${request.headers.host}`;
  void reply.headers({ 'request-id': id, 'stripe-version': API_VERSION });
  if (call.publishable) void reply.headers(CROSS_ORIGIN);
  const key = call.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
  const path = request.url.split('?', 1)[0]!;
  const params = decodeForm(`${request.url.split('?')[1] ?? ''}&${(request.body as string | undefined) ?? ''}`);
  const asked = fingerprint(call.method, path, params);
  try {
    const publishable = keyKindOf(request.headers.authorization) === 'publishable';
    if (publishable && !call.publishable)
      throw new StripeError(403, 'This call needs a secret key; a publishable key may not make it.', {
        code: 'secret_key_required',
      });
    if (key) void reply.header('idempotency-key', key);
    const kept = key && answers.claim(key, asked);
    if (kept) return send(reply.header('idempotent-replayed', 'true'), kept);
    if (!(await heldBefore(request))) {
      if (key) answers.release(key);
      return reply.hijack();
    }
    const answer = work(
      world,
      call,
      request,
      { id: (request.params as { id?: string }).id ?? '', params, publishable },
      { id, key },
    );
    if (key && answer.keep) answers.keep(key, asked, answer);
    else if (key) answers.release(key);
    world.store.commit();
    return send(reply, isQuiet(request, answer) ? { ...answer, status: 200 } : answer);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return send(reply, { status: error.status, body: JSON.stringify(error.body()) });
  }
}

function work(
  world: World,
  call: Call,
  request: FastifyRequest,
  asked: Asked,
  { id, key }: { id: string; key?: string | undefined },
): KeptAnswer & { keep: boolean } {
  world.request = { id, idempotency_key: key ?? null };
  let begun = false;
  try {
    if (injectedFailure(request))
      throw new StripeError(500, 'An unknown error occurred (a fault of the sandbox).', { type: 'api_error' });
    checkAsked(call, asked);
    begun = true;
    const answer = expanded(world.store, call.run(world, asked), asked.params['expand'] as string[] | undefined);
    checkOwnAnswer(call, answer);
    return { status: 200, body: JSON.stringify(answer), keep: true };
  } catch (error) {
    const told =
      error instanceof StripeError
        ? error
        : new StripeError(500, `The sandbox failed: ${(error as Error).stack}`, { type: 'api_error' });
    return { status: told.status, body: JSON.stringify(told.body()), keep: begun || told.status >= 500 };
  } finally {
    world.request = { id: null, idempotency_key: null };
  }
}

/** A browser reports every 402 in its console; our own card form reads the `error` in the body and asks for none. */
const isQuiet = (request: FastifyRequest, { status }: KeptAnswer) =>
  status === 402 && request.headers['x-card-form'] === 'quiet';

function checkAsked(call: Call, { params, publishable }: Asked): void {
  if (publishable) checkPublishable(params);
  else checkParams(call.params, params);
}

function checkOwnAnswer(call: Call, answer: unknown): void {
  if (call.answer) checkAnswer(call.answer, answer);
  if (call.list && call.list !== 'Event') for (const item of (answer as Listing).data) checkAnswer(call.list, item);
}

function send(reply: FastifyReply, { status, body }: KeptAnswer) {
  return reply.code(status).type('application/json').send(body);
}
