import { ERRORS } from '@lampstand/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryFailedError } from 'typeorm';
import { causeOf, log } from '../logging.ts';
import { Refusal } from './refusal.ts';

const SENTENCES: Record<number, string> = {
  400: ERRORS.invalid,
  403: ERRORS.foreignOrigin,
  404: ERRORS.notFound,
  413: ERRORS.tooLarge,
  415: ERRORS.notJson,
};

/** Every failure leaves as `{error, ...flags}`: refusals as they are, the rest without a word of the inside. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const refusal = asRefusal(error);
    if (refusal.status >= 500) log.error(causeOf(error), 'request failed');
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { retryAt } = refusal.flags;
    if (retryAt) {
      const seconds = Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 1000));
      void reply.header('retry-after', String(seconds));
    }
    // What the call would have answered with, such as a file to save, is not what it answers with now.
    void reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
    void reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.body);
  }
}

/** Any error as a refusal: also used by Fastify's own error handler, for what never reaches Nest. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) return new Refusal(503, ERRORS.database, { databaseError: true });
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | undefined)?.statusCode;
  if (status && status < 500) return new Refusal(status, SENTENCES[status] ?? ERRORS.unexpected);
  return new Refusal(500, ERRORS.unexpected);
}

/** Connection lost, refused or exhausted, or a server that is starting up or shutting down. */
function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof QueryFailedError ? (error.driverError as Error) : (error as Error | undefined);
  const code = (cause as { code?: string } | undefined)?.code ?? '';
  if (/^(08|53|57P|55P03|40001|40P01)/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code))
    return error instanceof QueryFailedError || 'syscall' in Object(cause);
  return /Connection terminated|timeout exceeded when trying to connect/.test(cause?.message ?? '');
}
