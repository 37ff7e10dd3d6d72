/** Applies faults to HTTP calls of Stripe and Twilio. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, Faults } from './faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    fault: Fault | undefined;
    faults: Faults | undefined;
  }
}

export function faultGate(
  app: FastifyInstance,
  faults: Faults,
  providerPath: (url: string) => string | undefined,
): void {
  app.decorateRequest('fault');
  app.decorateRequest('faults');
  app.addHook('preHandler', (request, reply, done) => {
    const path = providerPath(request.url);
    if (path === undefined || request.method === 'OPTIONS') return done();
    request.faults = faults;
    request.fault = faults.trigger(request.method, path);
    if (!applyFault(request, reply)) done();
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.fault?.mode === 'execute-then-drop') request.raw.socket.destroy();
    if (request.fault?.mode === 'hold-after') await faults.untilHealed(request.fault);
    return payload;
  });
}

/** False when the caller disconnected while waiting; then the call must not execute. */
export async function waitWhileHeld(request: FastifyRequest): Promise<boolean> {
  if (request.fault?.mode !== 'hold-before') return true;
  await request.faults!.untilHealed(request.fault);
  return !request.raw.socket.destroyed;
}

export const hasInjectedError = (request: FastifyRequest) => request.fault?.mode === '500';

function applyFault(request: FastifyRequest, reply: FastifyReply): boolean {
  const twilio = request.url.startsWith('/verify.');
  switch (request.fault?.mode) {
    case 'refuse':
      drop(request, reply);
      return true;
    case 'hang':
      reply.hijack();
      return true;
    case 'garbage':
      void reply.code(200).type('text/html').send('<html><body>Bad gateway, says a proxy in between.</body></html>');
      return true;
    case '401':
      void reply
        .code(401)
        .send(
          twilio
            ? twilioBody(401, 20_005, 'Account not active')
            : stripeBody(undefined, 'Invalid API Key provided: sk_test_*********'),
        );
      return true;
    case '429':
      void reply
        .code(429)
        .send(
          twilio
            ? twilioBody(429, 20_429, 'Too Many Requests')
            : stripeBody('rate_limit', 'Too many requests hit the API too quickly.'),
        );
      return true;
    case '503':
      void reply
        .code(503)
        .send(
          twilio
            ? twilioBody(503, 20_503, 'Service unavailable')
            : stripeBody(undefined, 'The service is unavailable.', 'api_error'),
        );
      return true;
    case '500':
      if (twilio) void reply.code(500).send(twilioBody(500, 20_500, 'Internal Server Error'));
      return twilio;
    default:
      return false;
  }
}

function drop(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

const stripeBody = (code: string | undefined, message: string, type = 'invalid_request_error') => ({
  error: { type, ...(code && { code }), message },
});
const twilioBody = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});
