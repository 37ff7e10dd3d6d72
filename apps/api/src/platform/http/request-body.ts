import { APPLICATION_MESSAGES, ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { routeOptionsOf, type RouteOptions } from './route-decorators.ts';
import { LIST_MESSAGES, LOGIN_MESSAGES } from '@lampstand/contracts/back-office';
import { StandardSchemaValidationPipe } from '@nestjs/common';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { createHash } from 'node:crypto';

const LIMIT = 32 * 1024;
const LARGE = 1024 * 1024;

export const BODY_LIMIT = LIMIT;

/** As browsers name the JSON of their reports: the Reporting API, and before it CSP 2. */
const JSON_TYPES = ['application/json', 'application/reports+json', 'application/csp-report'];

/**
 * JSON is the only body there is: a form of another site could not send it. The bytes of a signed body are kept as they
 * came, and calls marked TakesAnyBody get none, whatever was sent.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const { rawBody, anyBody } = routeOptionsOf(request);
    if (rawBody) (request as RawBodyRequest).rawBody = body;
    if (!body.length || anyBody) return done(null, {});
    return parse(request, body.toString('utf8'), (error, parsed) =>
      done(error ? new AppError(400, ERRORS.invalid) : null, parsed),
    );
  });
  fastify.addContentTypeParser('*', (request, _payload, done) =>
    routeOptionsOf(request).anyBody ? done(null, {}) : done(new AppError(415, ERRORS.notJson)),
  );
  fastify.addHook('onRoute', (route) => {
    const { largeBody } = (route.config ?? {}) as RouteOptions;
    if (largeBody) route.bodyLimit = LARGE;
  });
}

/** A request whose body is also kept as it came, for signatures. */
export type RawBodyRequest = FastifyRequest & { rawBody?: Buffer };

const CATALOGUES = [FIELD_MESSAGES, APPLICATION_MESSAGES, LIST_MESSAGES, LOGIN_MESSAGES];
const OURS = new Set<string>(CATALOGUES.flatMap((catalogue) => Object.values(catalogue)));

/** Bodies are parsed by their zod schema; a refusal names every field with the sentence its form shows. */
export const validationPipe = (): StandardSchemaValidationPipe =>
  new StandardSchemaValidationPipe({ exceptionFactory: refusalOf });

/** The same for a guard, which runs before the pipe. */
export async function parseBody<T>(schema: StandardSchemaV1<unknown, T>, body: unknown): Promise<T> {
  const result = await schema['~standard'].validate(body);
  if (result.issues) throw refusalOf(result.issues);
  return result.value;
}

function refusalOf(issues: readonly StandardSchemaV1.Issue[]): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';
    fields[name] ??= OURS.has(message) ? message : FIELD_MESSAGES.invalid;
  }
  return new AppError(400, ERRORS.invalid, { fields });
}

const IDEMPOTENCY_KEY = /^[\w-]{8,100}$/;

/** The key under which a client repeats a call (header Idempotency-Key), if it looks like one. */
export const idempotencyKeyOf = (header: string | undefined): string | null =>
  header && IDEMPOTENCY_KEY.test(header) ? header : null;

/** The same for a form that is sent once: without a key, the very same answers on the same day are a repeat, too. */
export const repeatKeyOf = (header: string | undefined, body: object, day: string): string =>
  idempotencyKeyOf(header) ?? `${day}:${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}`;
