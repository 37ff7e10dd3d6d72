import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Compressed } from '../../platform/http/route-decorators.ts';
import type { Page } from './read-page.ts';

/**
 * For a handler that returns a `Page`: the body is its rows, the total is in `x-total-count`, and the neighboring pages are
 * in `Link` (RFC 8288). `x-total-relation: gte` says that there are more rows than the total.
 */
export const Paginated = (summary: string): MethodDecorator =>
  applyDecorators(ApiOperation({ summary }), Compressed(), UseInterceptors(PageHeaders));

class PageHeaders implements NestInterceptor<Page<unknown>, unknown[]> {
  intercept(context: ExecutionContext, handler: CallHandler<Page<unknown>>): Observable<unknown[]> {
    const http = context.switchToHttp();
    return handler.handle().pipe(map((page) => sendPage(http.getRequest(), http.getResponse(), page)));
  }
}

function sendPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, total, atLeast, next, prev }: Page<Row>,
): Row[] {
  void reply.header('x-total-count', String(total));
  if (atLeast) void reply.header('x-total-relation', 'gte');
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
