import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { looksLikeToken } from './domain/tokens.ts';

/** The cookies of the back office: sent to this host only, never to a page's script, never from another site. */

const NAMES = { session: 'staff', database: 'database', device: 'staff_device' } as const;
type CookieName = keyof typeof NAMES;

/** Behind https the browser itself vouches that no other host has set it. */
const nameOf = (request: FastifyRequest, name: CookieName): string =>
  request.protocol === 'https' ? `__Host-${NAMES[name]}` : NAMES[name];

export const cookieOf = (request: FastifyRequest, name: CookieName): string | undefined =>
  request.cookies[nameOf(request, name)];

export function tokenOf(request: FastifyRequest, name: 'session' | 'database'): string | undefined {
  const value = cookieOf(request, name);
  return looksLikeToken(value) ? value : undefined;
}

/** Without `seconds` the cookie ends with the browser's session. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  seconds?: number,
): void {
  void reply.setCookie(nameOf(request, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    ...(seconds !== undefined && { maxAge: seconds }),
  });
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply, name: CookieName): void {
  void reply.clearCookie(nameOf(request, name), { path: '/', secure: request.protocol === 'https' });
}
