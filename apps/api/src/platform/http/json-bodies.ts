import { ERRORS } from '@lampstand/contracts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';
import type { RawBodyRequest } from './raw-body.ts';
import { marksOf, type RouteMarks } from './takes.ts';

const LIMIT = 32 * 1024;
const LARGE = 1024 * 1024;

export const BODY_LIMIT = LIMIT;

/** As browsers name the JSON of their reports: the Reporting API, and before it CSP 2. */
const JSON_TYPES = ['application/json', 'application/reports+json', 'application/csp-report'];

/**
 * JSON is the only body there is: a form of another site could not send it. The bytes of a signed body are kept as they
 * came, and calls marked TakesAnyBody get none, whatever was sent.
 */
export function takeJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const { rawBody, anyBody } = marksOf(request);
    if (rawBody) (request as RawBodyRequest).rawBody = body;
    if (!body.length || anyBody) return done(null, {});
    return parse(request, body.toString('utf8'), (error, parsed) =>
      done(error ? new Refusal(400, ERRORS.invalid) : null, parsed),
    );
  });
  fastify.addContentTypeParser('*', (request, _payload, done) =>
    marksOf(request).anyBody ? done(null, {}) : done(new Refusal(415, ERRORS.notJson)),
  );
  fastify.addHook('onRoute', (route) => {
    const { largeBody } = (route.config ?? {}) as RouteMarks;
    if (largeBody) route.bodyLimit = LARGE;
  });
}
