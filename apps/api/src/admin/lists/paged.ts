import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { pageQuery } from '@lampstand/contracts/back-office';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type * as z from 'zod/mini';
import { ZodQuery } from '../../platform/http/route-decorators.ts';
import type { Page } from './read-page.ts';

/**
 * Answers a handler's `Page` with its rows, and tells of the rest in the headers: `x-total-count`, and in `Link` the
 * pages beside this one (RFC 8288).
 */
export const Paged = (filters: z.ZodMiniType[], summary: string): MethodDecorator =>
  applyDecorators(ZodQuery([...filters, pageQuery], summary), UseInterceptors(TellsPage));

class TellsPage implements NestInterceptor<Page<unknown>, unknown[]> {
  intercept(context: ExecutionContext, handler: CallHandler<Page<unknown>>): Observable<unknown[]> {
    const http = context.switchToHttp();
    return handler.handle().pipe(map((page) => tellPage(http.getRequest(), http.getResponse(), page)));
  }
}

function tellPage<Row>(request: FastifyRequest, reply: FastifyReply, { rows, total, next, prev }: Page<Row>): Row[] {
  void reply.header('x-total-count', String(total));
  const links = Object.entries({ next, prev }).flatMap(([rel, cursor]) =>
    cursor ? [`<${addressOf(request, cursor)}>; rel="${rel}"`] : [],
  );
  if (links.length) void reply.header('link', links.join(', '));
  return rows;
}

function addressOf(request: FastifyRequest, cursor: string): string {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://host');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams.toString()}`;
}
