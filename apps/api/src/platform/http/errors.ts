import { type ErrorBody, ERRORS } from '@lampstand/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import type { Clock } from '../clock/clock.ts';
import { causeOf, log } from '../logging.ts';

/** An expected failure: HTTP status, a message for the user, and flags for the page. The response is `{error, ...flags}`. */
export class AppError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly flags: Omit<ErrorBody, 'error'> & Record<string, unknown> = {},
  ) {
    super(message);
  }

  get body(): ErrorBody {
    return { error: this.message, ...this.flags };
  }
}

/** A newer server wrote what this one cannot handle. A 503, which another replica can answer; a job goes back to its queue. */
export class UnsupportedVersion extends AppError {
  constructor() {
    super(503, ERRORS.unexpected);
  }
}

const MESSAGES: Record<number, string> = {
  400: ERRORS.invalid,
  403: ERRORS.foreignOrigin,
  404: ERRORS.notFound,
  413: ERRORS.tooLarge,
  415: ERRORS.notJson,
};

const RETRY_AFTER_SECONDS = 5;

/** Answers every error as `{error, ...flags}`. Unexpected errors are logged and answered without details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly clock: Clock) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const failure = toAppError(error);
    if (failure.status >= 500) log.error(causeOf(error), 'request failed');
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const seconds = retryAfterSeconds(failure, this.clock.now());
    if (seconds) void reply.header('retry-after', String(seconds));
    // The route may already have set the headers of a file download.
    void reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
    void reply.status(failure.status).header('cache-control', 'no-store').send(failure.body);
  }
}

function retryAfterSeconds({ status, flags: { retryAt } }: AppError, now: Date): number | undefined {
  if (retryAt) return Math.max(1, Math.ceil((Date.parse(retryAt) - now.getTime()) / 1000));
  return status === 503 ? RETRY_AFTER_SECONDS : undefined;
}

/** Maps any error to an AppError: an unavailable database is a 503, a framework error keeps its 4xx, all others are a 500. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return new AppError(503, ERRORS.database, { databaseError: true });
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | undefined)?.statusCode;
  if (status && status < 500) return new AppError(status, MESSAGES[status] ?? ERRORS.unexpected);
  return new AppError(500, ERRORS.unexpected);
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
