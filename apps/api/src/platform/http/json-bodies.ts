import { ERRORS } from '@lampstand/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteMarks } from './takes.ts';
import { Refusal } from './refusal.ts';
import type { RawBodyRequest } from './raw-body.ts';

const LIMIT = 32 * 1024;
const LARGE = 1024 * 1024;
const WEBHOOK = '/api/stripe/webhook';

export const BODY_LIMIT = LIMIT;

/**
 * JSON is the only body there is: a form of another site could not send it. The webhook's bytes are kept as they came,
 * and calls marked TakesAnyBody get none, whatever was sent.
 */
export function takeJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.url.startsWith(WEBHOOK)) (request as RawBodyRequest).rawBody = body;
    if (!body.length || takesAnyBody(request)) return done(null, {});
    return parse(request, body.toString('utf8'), (error, parsed) =>
      done(error ? new Refusal(400, ERRORS.invalid) : null, parsed),
    );
  });
  fastify.addContentTypeParser('*', (request, _payload, done) =>
    takesAnyBody(request) ? done(null, {}) : done(new Refusal(415, ERRORS.notJson)),
  );
  fastify.addHook('onRoute', (route) => {
    const { largeBody } = (route.config ?? {}) as RouteMarks;
    if (route.url === WEBHOOK || largeBody) route.bodyLimit = LARGE;
  });
}

const takesAnyBody = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as RouteMarks).anyBody === true;
