import type { FastifyReply, FastifyRequest } from 'fastify';

/** A list without a `limit` has so many rows at most. */
export const LONGEST_PAGE = 1000;

/** Tells of the rest of a list in the headers: how many rows there are in all, and where the pages beside this one are. */
export function tellPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, next, prev }: { total: number; next?: string | undefined; prev?: string | undefined },
): void {
  void reply.header('x-total-count', String(total));
  const links = Object.entries({ next, prev }).flatMap(([rel, cursor]) =>
    cursor ? [`<${addressOf(request, cursor)}>; rel="${rel}"`] : [],
  );
  if (links.length) void reply.header('link', links.join(', '));
}

function addressOf(request: FastifyRequest, cursor: string): string {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://host');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams.toString()}`;
}
