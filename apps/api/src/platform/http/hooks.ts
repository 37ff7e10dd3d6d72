import { randomUUID } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import { HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import type { Settings } from '../config/index.ts';
import { log } from '../logging.ts';
import { enterContext, type RequestContext, runInContext } from '../request-context.ts';
import { AppError } from '../errors.ts';
import { hasManyFields } from './request-body.ts';
import { routeOptionsOf } from './route-decorators.ts';
import { serviceTokenError } from './service-token.ts';

const httpSeconds = new Histogram({
  name: 'lampstand_http_seconds',
  help: 'Response time by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/i;
const LOCALHOST = 'localhost';
/** Logged instead of the status when the client closed the connection before the response was sent. */
const CLIENT_CLOSED_REQUEST = '499';

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * For every request: the request context, default headers, the checks of origin and service token before the body is read, and one
 * log line and metric when the response is sent or the client disconnects. Route options come from the matched route, not from the URL.
 */
export function addHooks(fastify: FastifyInstance, settings: Settings): void {
  const site = new URL(settings.SITE_URL);
  fastify.addHook('onRequest', (request, reply, done) => {
    const begun = performance.now();
    const context: RequestContext = {
      requestId: request.id,
      actor: 'visitor',
      address: request.ip,
      headersOnly: request.method === 'HEAD',
    };
    enterContext(context);
    void reply.headers(headersFor(request));
    reply.raw.once('close', () => runInContext(context, () => report(request, reply, performance.now() - begun)));
    done(originError(request, site) ?? serviceTokenError(request, settings) ?? queryError(request));
  });
}

function report(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { method } = request;
  const { quiet, stream } = routeOptionsOf(request);
  if (stream && reply.statusCode === 200) return;
  const route = request.routeOptions.url ?? 'none';
  const status = reply.raw.writableFinished ? String(reply.statusCode) : CLIENT_CLOSED_REQUEST;
  httpSeconds.observe({ method, route, status }, ms / 1000);
  log[quiet ? 'debug' : 'info']({ method, route, status, ms: Math.round(ms) }, 'answered');
}

/** Fastify's frameworkErrors handler: a malformed URL such as "/%" reaches no hook. */
export function answerMalformedUrl(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(headersFor(request)).status(404).send({ error: ERRORS.notFound });
}

/** Defaults for API responses. Files of the site override caching and content policy. */
const headersFor = (request: FastifyRequest): Record<string, string> => ({
  'x-request-id': request.id,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
  'content-security-policy': API_POLICY,
  ...(request.protocol === 'https' && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
});

export const newRequestId = (): string => randomUUID();

/**
 * 421 for a foreign Host, 403 for a foreign Origin. Host comes first, because with DNS rebinding both headers name the
 * attacker's host. A page cannot make a browser send a loopback Host, so those are accepted.
 */
function originError(request: FastifyRequest, site: URL): Error | undefined {
  if (routeOptionsOf(request).anyOrigin) return undefined;
  const host = hostnameOf(request.headers.host ?? '');
  if (host !== hostnameOf(site.host) && host !== LOCALHOST)
    return new HttpException('Misdirected', HttpStatus.MISDIRECTED);
  return isCrossSite(request, site) ? new AppError('forbidden', ERRORS.foreignOrigin) : undefined;
}

const queryError = ({ url }: FastifyRequest): Error | undefined =>
  hasManyFields(url) ? new AppError('invalid', ERRORS.invalid) : undefined;

/**
 * A request that changes state, sent by a page of another site, or of ours without TLS. Clients that send neither header are not
 * browsers.
 */
function isCrossSite({ method, headers }: FastifyRequest, site: URL): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
  const { origin, host = '', 'sec-fetch-site': from } = headers;
  if (from === 'cross-site') return true;
  if (origin === undefined) return from === 'same-site';
  // A form on a page without a referrer; no page can set Sec-Fetch-Site.
  if (origin === 'null') return from !== 'same-origin';
  const page = URL.parse(origin);
  if (!page || normalizeHost(page.host) !== normalizeHost(host)) return true;
  return hostnameOf(page.host) === hostnameOf(site.host) && page.protocol !== site.protocol;
}

const normalizeHost = (host: string): string => host.replace(LOOPBACK, LOCALHOST);
const hostnameOf = (host: string): string => normalizeHost(host).replace(/:\d+$/, '').toLowerCase();
