import { type ErrorBody, ERRORS } from '@lampstand/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import type { Clock } from '../clock/clock.ts';
import { causeOf, log } from '../logging.ts';

/** A call that is answered with no: the status, the sentence for the person, and the flags their screen reads. */
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

const SENTENCES: Record<number, string> = {
  400: ERRORS.invalid,
  403: ERRORS.foreignOrigin,
  404: ERRORS.notFound,
  413: ERRORS.tooLarge,
  415: ERRORS.notJson,
};

const AWAY_SECONDS = 5;

/** Every failure leaves as `{error, ...flags}`: refusals as they are, the rest without a word of the inside. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly clock: Clock) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const refusal = toAppError(error);
    if (refusal.status >= 500) log.error(causeOf(error), 'request failed');
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const wait = secondsToWait(refusal, this.clock.now());
    if (wait) void reply.header('retry-after', String(wait));
    // What the call would have answered with, such as a file to save, is not what it answers with now.
    void reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
    void reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.body);
  }
}

/** When a call is worth repeating, if that is known. */
function secondsToWait({ status, flags: { retryAt } }: AppError, now: Date): number | undefined {
  if (retryAt) return Math.max(1, Math.ceil((Date.parse(retryAt) - now.getTime()) / 1000));
  return status === 503 ? AWAY_SECONDS : undefined;
}

/** Any error as a refusal: also used by Fastify's own error handler, for what never reaches Nest. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError(503, ERRORS.database, { databaseError: true });
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | undefined)?.statusCode;
  if (status && status < 500) return new AppError(status, SENTENCES[status] ?? ERRORS.unexpected);
  return new AppError(500, ERRORS.unexpected);
}

/** Lost and refused, out of resources, too slow, starting up, shutting down, or a standby that may not write. */
const AWAY = /^(08|53|57P|57014|55P03|40001|40P01|25P03|25006)/;
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];
const LOST_BETWEEN = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];
const SAID = /Connection terminated|timeout exceeded when trying to connect|is not queryable/;

function isDatabaseAway(error: unknown): boolean {
  // The connection was lost between two statements of one piece of work.
  if (LOST_BETWEEN.some((kind) => error instanceof kind)) return true;
  const cause = error instanceof QueryFailedError ? (error.driverError as Error) : (error as Error | undefined);
  const code = (cause as { code?: string } | undefined)?.code ?? '';
  if (AWAY.test(code)) return true;
  if (NETWORK.includes(code)) return error instanceof QueryFailedError || 'syscall' in Object(cause);
  return SAID.test(cause?.message ?? '');
}
