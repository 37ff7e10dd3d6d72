import type { FastifyReply } from 'fastify';

/** No inline script anywhere; frames only where a page of the app must show them. */
export function htmlWith(reply: FastifyReply, html: string, framedBy: string[] = []): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length > 0 ? ["'self'", ...framedBy].join(' ') : "'none'"}`,
  ];
  return reply
    .headers({
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
