import { APPLICATION_MESSAGES, ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { LIST_MESSAGES, LOGIN_MESSAGES, VIEW_MESSAGES, WRITING_MESSAGES } from '@lampstand/contracts/back-office';
import {
  type ArgumentMetadata,
  PayloadTooLargeException,
  StandardSchemaValidationPipe,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { schemaOf } from './body-of.ts';
import { routeOptionsOf, type RouteOptions } from './route-decorators.ts';

export const BODY_LIMIT = 32 * 1024;
const LARGE_BODY_LIMIT = 1024 * 1024;

/** The most fields of a form or a query, the most values of a JSON body, and how deep these may be nested. */
const MAX_FIELDS = 100;
const MAX_VALUES = 1000;
const LARGE_MAX_VALUES = 20_000;
const MAX_DEPTH = 16;

/** The last two are the types of CSP reports: the Reporting API, and `report-uri`. */
const JSON_TYPES = ['application/json', 'application/reports+json', 'application/csp-report'];

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A request of a route with `rawBody`, whose exact bytes are kept to verify their signature. */
export type RawBodyRequest = FastifyRequest & { rawBody?: Buffer };

/**
 * Parses JSON bodies and answers 415 to any other content type: a form on another site cannot send JSON. Options of a route:
 * - `anyBody`: accepts any content type and ignores the body.
 * - `formBody`: only HTML forms are accepted, as the text that the browser sent; `addHooks` checks the origin of the request.
 * - `rawBody`: the route parses the body itself, after it has verified the signature.
 *
 * A body with too many parts is refused before it is parsed: JSON with 400, a form with 413.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const { rawBody, anyBody, formBody, largeBody } = routeOptionsOf(request);
    if (rawBody) (request as RawBodyRequest).rawBody = body;
    if (!body.length || anyBody || rawBody) return done(null, {});
    if (formBody) return done(new UnsupportedMediaTypeException());
    if (!isSmall(body, largeBody ? LARGE_MAX_VALUES : MAX_VALUES)) return done(new AppError('invalid', ERRORS.invalid));
    return parse(request, body.toString('utf8'), (error, parsed) =>
      done(error ? new AppError('invalid', ERRORS.invalid) : null, parsed),
    );
  });
  fastify.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (request, body, done) => {
    const { formBody, anyBody } = routeOptionsOf(request);
    if (formBody && hasManyFields(String(body))) return done(new PayloadTooLargeException());
    if (formBody) return done(null, body);
    return anyBody ? done(null, {}) : done(new UnsupportedMediaTypeException());
  });
  fastify.addContentTypeParser('*', (request, _payload, done) =>
    routeOptionsOf(request).anyBody ? done(null, {}) : done(new UnsupportedMediaTypeException()),
  );
  fastify.addHook('onRoute', (route) => {
    const { largeBody } = (route.config ?? {}) as RouteOptions;
    if (largeBody) route.bodyLimit = LARGE_BODY_LIMIT;
  });
}

/** Of a form, or of an address with its query. */
export const hasManyFields = (encoded: string): boolean => encoded.split('&').length > MAX_FIELDS;

const codeOf = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA] = [codeOf('"'), codeOf('\\'), codeOf(',')];
const OPENING = [codeOf('['), codeOf('{')];
const CLOSING = [codeOf(']'), codeOf('}')];

/** Whether a JSON text has few values that are not nested deeply. Counts what stands outside of strings. */
function isSmall(json: Buffer, maxValues: number): boolean {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (OPENING.includes(byte)) [depth, values] = [depth + 1, values + 1];
    else if (CLOSING.includes(byte)) depth -= 1;
    if (depth > MAX_DEPTH || values > maxValues) return false;
  }
  return true;
}

/**
 * Parses bodies and queries by the schema of their class, and refuses texts that PostgreSQL cannot store, also in a path. The 400 names
 * each invalid field with the message that its form shows.
 */
export class SchemaPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: validationError });
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    // A call without a body, such as a support action without input, is one with an empty object.
    const given = metadata.type === 'body' ? (value ?? ({} as T)) : value;
    const schema = metadata.schema ?? schemaOf(metadata.metatype);
    const parsed = await super.transform(given, { ...metadata, schema });
    return metadata.type === 'custom' ? parsed : storable(parsed, metadata.data);
  }
}

/** Validates like the pipe, for guards and strategies, which run before it. */
export async function parseBody<T>(schema: StandardSchemaV1<unknown, T>, sent: unknown): Promise<T> {
  const result = await schema['~standard'].validate(sent);
  if (result.issues) throw validationError(result.issues);
  return storable(result.value);
}

/** Returns the value of a body, a query, or the parameter `name`, when PostgreSQL can store all its texts: else a 400 that names them. */
function storable<T>(value: T, name?: string): T {
  const issues = [...unstorableIn(value, name ? [name] : [])];
  if (issues.length) throw validationError(issues);
  return value;
}

/** PostgreSQL stores no NUL, and UTF-8 no half of a surrogate pair. */
function* unstorableIn(value: unknown, path: string[]): Generator<StandardSchemaV1.Issue> {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    yield { message: FIELD_MESSAGES.invalid, path };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    yield* unstorableIn(key, path);
    yield* unstorableIn(each, [...path, key]);
  }
}

const CATALOGUES = [
  FIELD_MESSAGES,
  APPLICATION_MESSAGES,
  LIST_MESSAGES,
  LOGIN_MESSAGES,
  VIEW_MESSAGES,
  WRITING_MESSAGES,
];
const PRODUCT_MESSAGES = new Set<string>(CATALOGUES.flatMap((catalogue) => Object.values(catalogue)));

function validationError(issues: readonly StandardSchemaV1.Issue[]): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';
    fields[name] ??= PRODUCT_MESSAGES.has(message) ? message : FIELD_MESSAGES.invalid;
  }
  return new AppError('invalid', ERRORS.invalid, { fields });
}
