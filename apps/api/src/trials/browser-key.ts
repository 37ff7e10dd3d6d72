import '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';

/** A known browser holds this key in an httpOnly cookie: it saved the sign-up, typed a right code, or used a mailed link. */
const BROWSER_COOKIE = 'trial_signup';
/** Readable by scripts: this browser has a sign-up, so pages request the current one. Contains no personal data. */
const HINT_COOKIE = 'signup';
const KEPT = 5;

export const newBrowserKey = (): string => randomBytes(32).toString('base64url');
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The hashes to keep: the newest five, so a shared link does not collect browsers forever. */
export const withKey = (hashes: string[], key: string): string[] => [...new Set([...hashes, hashOf(key)])].slice(-KEPT);

interface Known {
  browserKeys: string[];
}

/** Whether `key` is of a browser that is known to this sign-up. */
export const isKnown = ({ browserKeys }: Known, key: string | undefined): boolean =>
  key !== undefined && browserKeys.includes(hashOf(key));

/** Throws a 409 with `reason: prove` for a browser that is not known: it may change nothing that the person typed. */
export function requireKnown(signup: Known, key: string | undefined): void {
  if (!isKnown(signup, key)) throw new AppError('conflict', ERRORS.prove, { reason: 'prove' });
}

const DAYS_30 = 30 * 24 * 3600;

/** With https the browser guarantees by the prefix that no other host has set the cookie. */
const nameOf = ({ protocol }: FastifyRequest): string =>
  protocol === 'https' ? `__Host-${BROWSER_COOKIE}` : BROWSER_COOKIE;

/** The browser's key, or undefined when the cookie is missing or malformed. */
export function browserKeyOf(request: FastifyRequest): string | undefined {
  const key = request.cookies[nameOf(request)];
  return key && /^[\w-]{43}$/.test(key) ? key : undefined;
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, key: string): void {
  void reply.setCookie(nameOf(request), key, {
    // Pages that the server renders for this browser need it, too.
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: DAYS_30,
  });
  void reply.setCookie(HINT_COOKIE, '1', {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: DAYS_30,
  });
}

/** Pages stop requesting the current sign-up until this browser saves another one. */
export function clearHintCookie(reply: FastifyReply): void {
  void reply.clearCookie(HINT_COOKIE, { path: '/' });
}
