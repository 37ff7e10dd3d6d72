import { createHash } from 'node:crypto';
import { ERRORS } from '@lampstand/contracts';
import { AppError } from './errors.ts';

const IDEMPOTENCY_KEY = /^[\w-]{8,100}$/;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The Idempotency-Key header, if it is well-formed. */
export const idempotencyKeyOf = (header: string | undefined): string | null =>
  header && IDEMPOTENCY_KEY.test(header) ? header : null;

/** What was typed, so that a repeat can be told from another form. */
export const fingerprintOf = (body: object): string => hashOf(JSON.stringify(body));

/** A hash of the key that identifies a repeated form: the Idempotency-Key, or without one the same values on the same day. */
export function repeatKeyOf(header: string | undefined, body: object, day: string): string {
  const key = idempotencyKeyOf(header);
  return key === null ? `${day}:${fingerprintOf(body)}` : `key:${hashOf(key)}`;
}

/** Thrown for a key that came with another body before, as Stripe does. */
export const keyReused = (): AppError => new AppError('unprocessable', ERRORS.keyReused);

/** Whether the stored row has what the body says. */
export const hasValues = (stored: object, body: object): boolean =>
  Object.entries(body).every(([name, value]) => stored[name as never] === value);
