import { createHash } from 'node:crypto';

const IDEMPOTENCY_KEY = /^[\w-]{8,100}$/;

/** The Idempotency-Key header, if it is well-formed. */
export const idempotencyKeyOf = (header: string | undefined): string | null =>
  header && IDEMPOTENCY_KEY.test(header) ? header : null;

/** The key that identifies a repeated form: the Idempotency-Key, or without one the same values on the same day. */
export const repeatKeyOf = (header: string | undefined, body: object, day: string): string =>
  idempotencyKeyOf(header) ?? `${day}:${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}`;
