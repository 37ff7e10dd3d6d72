import { randomUUID } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../config/index.ts';
import { httpSeconds } from '../health/metrics.ts';
import { log } from '../logging.ts';
import { enterContext, type RequestContext, runInContext } from '../request-context.ts';
import { POLICY_OF_A_CALL } from '../../site/content-security.ts';
import { AppError } from './errors.ts';
import { routeOptionsOf } from './route-decorators.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/i;
const THIS_MACHINE = 'localhost';
/** What a caller who hung up before the answer was sent has instead of its status; no answer of ours bears it. */
const HUNG_UP = '499';

/**
 * What holds for every request, by the route it matched and never by how its address was written: its id, its headers,
 * who may send it, and one line in the log and the metrics once its answer is sent or its caller has hung up.
 */
export function addHooks(fastify: FastifyInstance, { SITE_URL }: Settings): void {
  const site = nameOf(new URL(SITE_URL).host);
  fastify.addHook('onRequest', (request, reply, done) => {
    const context: RequestContext = { requestId: request.id, actor: 'visitor' };
    const begun = performance.now();
    enterContext(context);
    void reply.headers(headersFor(request));
    reply.raw.once('close', () => runInContext(context, () => tell(request, reply, performance.now() - begun)));
    done(refusalOf(request, site));
  });
}

function tell(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { method } = request;
  const route = request.routeOptions.url ?? 'none';
  const status = reply.raw.writableFinished ? String(reply.statusCode) : HUNG_UP;
  httpSeconds.observe({ method, route, status }, ms / 1000);
  log[routeOptionsOf(request).quiet ? 'debug' : 'info']({ method, route, status, ms: Math.round(ms) }, 'answered');
}

/** An address that cannot be read, such as "/%", meets no hook: Fastify hands it over here. */
export function answerMalformedUrl(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(headersFor(request)).status(404).send({ error: ERRORS.notFound });
}

/** Nothing is stored and nothing allowed, unless what answers says otherwise: a file of the site does. */
const headersFor = (request: FastifyRequest): Record<string, string> => ({
  'x-request-id': request.id,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
  'content-security-policy': POLICY_OF_A_CALL,
  ...(request.protocol === 'https' && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
});

export const newRequestId = (): string => randomUUID();

/**
 * The host is judged before anything else: a page of another name that leads to this server (DNS rebinding) has its own
 * name for origin and host. A page cannot make a browser name this machine, so its names are always ours.
 */
function refusalOf(request: FastifyRequest, site: string): AppError | undefined {
  if (routeOptionsOf(request).anyOrigin) return undefined;
  const host = nameOf(request.headers.host ?? '');
  if (host !== site && host !== THIS_MACHINE) return new AppError(421, ERRORS.foreignOrigin);
  return isForeign(request) ? new AppError(403, ERRORS.foreignOrigin) : undefined;
}

/** A browser on another site. A client that sends neither header is no browser, and holds nobody's cookies. */
function isForeign({ method, headers }: FastifyRequest): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
  const { origin, host = '', 'sec-fetch-site': from } = headers;
  if (from === 'cross-site') return true;
  if (origin === undefined) return from === 'same-site';
  return sameHost(hostOf(origin)) !== sameHost(host);
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : 'none');
const sameHost = (host: string): string => host.replace(LOOPBACK, THIS_MACHINE);
const nameOf = (host: string): string => sameHost(host).replace(/:\d+$/, '').toLowerCase();
