import '@fastify/cookie';
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of the back office: for this host only, hidden from scripts, and never sent cross-site. */

const NAMES = { session: 'staff', database: 'database', device: 'staff_device' } as const;

type CookieName = keyof typeof NAMES;

/** With https the browser guarantees by the prefix that no other host has set the cookie. */
const nameOf = (request: FastifyRequest, name: CookieName): string =>
  request.protocol === 'https' ? `__Host-${NAMES[name]}` : NAMES[name];

export const cookieOf = (request: FastifyRequest, name: CookieName): string | undefined =>
  request.cookies[nameOf(request, name)];

export function tokenOf(request: FastifyRequest, name: 'session' | 'database'): string | undefined {
  const value = cookieOf(request, name);
  return looksLikeToken(value) ? value : undefined;
}

/** Without `seconds` it is a session cookie. */
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

export function clearCookie(request: FastifyRequest, reply: FastifyReply, name: CookieName): void {
  void reply.clearCookie(nameOf(request, name), { path: '/', secure: request.protocol === 'https' });
}

/** The tokens in these cookies, and their stored hashes. */

export const newToken = (): string => randomBytes(32).toString('base64url');

const looksLikeToken = (value: string | undefined): value is string => /^[\w-]{43}$/.test(value ?? '');

/**
 * One hash per secret: the first is stored and all are looked up, so that a secret can be replaced without ending
 * sessions.
 */
export const hashesOf = (token: string, secrets: readonly string[]): string[] =>
  secrets.map((secret) => createHmac('sha256', secret).update(`session\n${token}`).digest('base64url'));
