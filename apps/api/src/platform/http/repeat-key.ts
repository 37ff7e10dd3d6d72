import { createHash } from 'node:crypto';

const IDEMPOTENCY_KEY = /^[\w-]{8,100}$/;

/** The key under which a client repeats a call (header Idempotency-Key), if it looks like one. */
export const idempotencyKeyOf = (header: string | undefined): string | null =>
  header && IDEMPOTENCY_KEY.test(header) ? header : null;

/** The same for a form that is sent once: without a key, the very same answers on the same day are a repeat, too. */
export const repeatKeyOf = (header: string | undefined, body: object, day: string): string =>
  idempotencyKeyOf(header) ?? `${day}:${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}`;
