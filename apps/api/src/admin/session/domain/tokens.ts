import { createHmac, randomBytes } from 'node:crypto';

/** What a cookie of the back office holds, and what of it is stored. */

export const newToken = (): string => randomBytes(32).toString('base64url');

export const looksLikeToken = (value: string | undefined): value is string => /^[\w-]{43}$/.test(value ?? '');

/** One hash per secret: the first is stored, all are looked up, so that a secret can be replaced without signing anybody out. */
export const hashesOf = (token: string, secrets: readonly string[]): string[] =>
  secrets.map((secret) => createHmac('sha256', secret).update(`session\n${token}`).digest('base64url'));
