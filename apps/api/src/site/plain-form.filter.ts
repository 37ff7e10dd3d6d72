import { INLINE } from '@lampstand/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Settings } from '../platform/config/index.ts';
import { responseOf } from '../platform/http/error.filter.ts';
import { causeOf, log } from '../platform/logging.ts';
import { FormPages } from './form-pages.ts';

/** Answers a refused plain post with its page: the values as typed, and the errors at the fields and above the form. */
@Catch()
export class PlainFormFilter implements ExceptionFilter {
  constructor(
    private readonly pages: FormPages,
    private readonly settings: Settings,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const { status, body } = responseOf(thrown);
    if (status >= 500) log.error(causeOf(thrown), 'request failed');
    const until = body.retryAt && INLINE.retryAt(this.timeOf(body.retryAt));
    return this.pages.send(host.switchToHttp().getResponse<FastifyReply>(), status, pageOf(request.url), {
      values: (request.body ?? {}) as Record<string, string>,
      error: { ...body, error: [body.error, until].filter(Boolean).join(' ') },
    });
  }

  private timeOf(instant: string): string {
    const time = {
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: this.settings.ORG_TIME_ZONE,
    } as const;
    // oxlint-disable-next-line no-restricted-properties -- shown to a person
    return new Intl.DateTimeFormat('en-US', time).format(new Date(instant));
  }
}

/** The address of the page with the form: without the query, and of a button with its own address. */
const pageOf = (url: string): string => url.split('?')[0]!.replace(/\/send$/, '');
