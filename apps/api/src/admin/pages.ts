import type { FastifyReply, FastifyRequest } from 'fastify';

/** A list without a `limit` has so many rows at most. */
export const LONGEST_PAGE = 1000;

/** Tells of the rest of a list in the headers: how many rows there are in all, and where the next page is. */
export function tellPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, next }: { total: number; next?: string | undefined },
): void {
  void reply.header('x-total-count', String(total));
  if (!next) return;
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://host');
  searchParams.set('cursor', next);
  void reply.header('link', `<${pathname}?${searchParams.toString()}>; rel="next"`);
}
