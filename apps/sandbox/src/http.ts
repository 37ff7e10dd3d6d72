import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from './clock.ts';
import { withoutSecrets, type RequestLog } from './request-log.ts';

const TWILIO_HOST = '/verify.twilio.com';

/** The path as the provider knows it, or nothing when the call is not one to a provider. */
export function providerPath(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  if (path.startsWith('/v1/')) return path;
  return path.startsWith(`${TWILIO_HOST}/`) ? path.slice(TWILIO_HOST.length) : undefined;
}

export function logProviderCalls(app: FastifyInstance, requests: RequestLog, clock: SandboxClock): void {
  app.addHook('preHandler', (request, reply, done) => {
    const path = providerPath(request.url);
    if (path === undefined || request.method === 'OPTIONS') return done();
    const at = clock.date().toISOString();
    let logged = false;
    const log = (status: number | string) => {
      if (logged) return;
      logged = true;
      const key = request.headers['idempotency-key'] as string | undefined;
      requests.add({
        at,
        provider: path.startsWith('/v1/') ? 'stripe' : 'twilio',
        method: request.method,
        path,
        status,
        durationMs: Math.round(reply.elapsedTime),
        ...(key && { idempotencyKey: key }),
        ...(request.fault && { fault: request.fault.mode }),
        params: withoutSecrets(
          `${request.url.split('?')[1] ?? ''}&${typeof request.body === 'string' ? request.body : ''}`,
        ),
      });
    };
    reply.raw.once('finish', () => log(reply.statusCode));
    reply.raw.once('close', () => log('dropped'));
    done();
  });
}
