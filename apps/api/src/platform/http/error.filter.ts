import { type ErrorBody, ERRORS } from '@lampstand/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import type { Clock } from '../clock/clock.ts';
import { AppError, type ErrorKind } from '../errors.ts';
import { causeOf, log } from '../logging.ts';
import { routeOptionsOf } from './route-decorators.ts';

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  declined: 402,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  unprocessable: 422,
  tooManyRequests: 429,
  unavailable: 503,
};

/** Messages for the statuses of the framework. */
const MESSAGES: Record<number, string> = {
  400: ERRORS.invalid,
  403: ERRORS.foreignOrigin,
  404: ERRORS.notFound,
  413: ERRORS.tooLarge,
  415: ERRORS.notJson,
  421: ERRORS.foreignOrigin,
};

const RETRY_AFTER_SECONDS = 5;

/** Of a body that is too large, this much is still read, so that the client, which is sending it, gets the answer. */
const MAX_DRAINED_BYTES = 4 * 1024 * 1024;

/** Whether a person reads the answer: to a form without scripts, or to a page. */
const isOfPage = (request: FastifyRequest): boolean =>
  routeOptionsOf(request).formBody === true || request.routeOptions.url === '/*';

/** Answers every error as `{error, ...flags}`, that of a page as text. Unexpected errors are logged and answered without details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly clock: Clock) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = responseOf(error);
    if (response.status >= 500) log.error(causeOf(error), 'request failed');
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const seconds = retryAfterSeconds(response, this.clock.now());
    if (seconds) void reply.header('retry-after', String(seconds));
    // Fastify closes the connection of a body that is too large; without that, Node reads the rest and discards it.
    const { 'content-length': length } = reply.request.headers;
    if (response.status === 413 && Number(length) <= MAX_DRAINED_BYTES) reply.removeHeader('connection');
    // The route may already have set the headers of a file download.
    void reply.removeHeader('content-disposition').status(response.status).header('cache-control', 'no-store');
    if (!isOfPage(reply.request)) void reply.type('application/json; charset=utf-8').send(response.body);
    else
      void reply.type('text/plain; charset=utf-8').send(response.status === 415 ? ERRORS.notForm : response.body.error);
  }
}

interface ErrorResponse {
  status: number;
  body: ErrorBody;
}

function retryAfterSeconds({ status, body: { retryAt } }: ErrorResponse, now: Date): number | undefined {
  if (retryAt) return Math.max(1, Math.ceil((Date.parse(retryAt) - now.getTime()) / 1000));
  return status === 503 ? RETRY_AFTER_SECONDS : undefined;
}

/** An unavailable database is a 503, a framework error keeps its 4xx, and all other unexpected errors are a 500. */
export function responseOf(error: unknown): ErrorResponse {
  if (error instanceof AppError) return { status: STATUS[error.kind], body: { error: error.message, ...error.flags } };
  if (isDatabaseUnavailable(error)) return { status: 503, body: { error: ERRORS.database, databaseError: true } };
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | undefined)?.statusCode;
  if (status && status < 500) return { status, body: { error: MESSAGES[status] ?? ERRORS.unexpected } };
  return { status: 500, body: { error: ERRORS.unexpected } };
}

/** SQLSTATE: connection lost or refused, out of resources, timed out, starting up, shutting down, or a read-only standby. */
const UNAVAILABLE = /^(08|53|57P|57014|55P03|40001|40P01|25P03|25006)/;
const NETWORK_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];
/** The connection was lost between two statements of a transaction. */
const CONNECTION_LOST = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];
const UNAVAILABLE_MESSAGES = /Connection terminated|timeout exceeded when trying to connect|is not queryable/;

function isDatabaseUnavailable(error: unknown): boolean {
  if (CONNECTION_LOST.some((kind) => error instanceof kind)) return true;
  const cause = error instanceof QueryFailedError ? (error.driverError as Error) : (error as Error | undefined);
  const code = (cause as { code?: string } | undefined)?.code ?? '';
  if (UNAVAILABLE.test(code)) return true;
  if (NETWORK_ERRORS.includes(code)) return error instanceof QueryFailedError || 'syscall' in Object(cause);
  return UNAVAILABLE_MESSAGES.test(cause?.message ?? '');
}
