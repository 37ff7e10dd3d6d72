import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BROWSER_COOKIE } from './domain/browser-key.ts';

const DAYS_30 = 30 * 24 * 3600;

/** The key this browser holds, if it looks like one of ours. */
export function browserKeyOf({ cookies }: FastifyRequest): string | undefined {
  const key = cookies[BROWSER_COOKIE];
  return key && /^[\w-]{43}$/.test(key) ? key : undefined;
}

export function rememberBrowser(request: FastifyRequest, reply: FastifyReply, key: string): void {
  void reply.setCookie(BROWSER_COOKIE, key, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: DAYS_30,
  });
}
