import { randomUUID } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpSeconds } from '../health/metrics.ts';
import { log } from '../logging.ts';
import { enterAs } from '../request-context.ts';
import { policyOfCall } from './content-security.ts';
import { Refusal } from './refusal.ts';

/** Calls whose authority is a signature or a token they carry, never a cookie: a mail program may come from any site. */
const FOR_MACHINES = ['/api/stripe/webhook', '/api/internal/', '/newsletter/unsubscribe', '/reminders/stop'];
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/;

/** What holds for every request: its id, its headers, who may send it, and one line in the log and the metrics. */
export function addHooks(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    enterAs({ requestId: request.id, actor: 'visitor' });
    void reply.headers(headersFor(request));
    done(isForeign(request) ? new Refusal(403, ERRORS.foreignOrigin) : undefined);
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page';
    const status = String(reply.statusCode);
    httpSeconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (request.url.startsWith('/api/'))
      log.info({ method: request.method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
}

/** An address that cannot be read, such as "/%", meets no hook: Fastify hands it over here. */
export function answerUnreadable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(headersFor(request)).status(404).send({ error: ERRORS.notFound });
}

const headersFor = (request: FastifyRequest): Record<string, string> => ({
  'x-request-id': request.id,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(request.protocol === 'https' && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  ...(request.url.startsWith('/api/') && {
    'cache-control': 'no-store',
    'content-security-policy': policyOfCall(request.url),
  }),
});

export const newRequestId = (): string => randomUUID();

/** A browser on another site. A client that sends neither header is no browser, and holds nobody's cookies. */
function isForeign({ method, url, headers }: FastifyRequest): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method) || FOR_MACHINES.some((path) => url.startsWith(path))) return false;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const origin = headers.origin;
  return origin !== undefined && sameHost(hostOf(origin)) !== sameHost(headers.host ?? '');
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : 'none');
const sameHost = (host: string): string => host.replace(LOOPBACK, 'localhost');
