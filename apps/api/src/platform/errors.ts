import { type ErrorBody, ERRORS } from '@lampstand/contracts';

/** The kinds of expected failures. Journal, audit and dead letters hold the numbers: never change one. */
const CODES = {
  invalid: 400,
  unauthenticated: 401,
  declined: 402,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  unprocessable: 422,
  tooManyRequests: 429,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof CODES;

/** An expected failure: its kind, a message for the user, and flags for the page. `ErrorFilter` answers it. */
export class AppError extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly flags: Omit<ErrorBody, 'error'> & Record<string, unknown> = {},
  ) {
    super(message);
  }

  /** The number of the kind in stored data and logs. */
  get code(): number {
    return CODES[this.kind];
  }
}

/** The code lacks a part that it declares. The message tells what to add; the server does not start. */
export class IncompleteServer extends Error {}

/** `retryAt` is when the next attempt can succeed. */
export const tooManyRequests = (message: string, retryAt: Date, flags: object = {}): AppError =>
  new AppError('tooManyRequests', message, { ...flags, retryAt: retryAt.toISOString() });

/** A newer server wrote what this one cannot handle. Another replica can answer the request; a job goes back to its queue. */
export class UnsupportedVersion extends AppError {
  constructor() {
    super('unavailable', ERRORS.unexpected);
  }
}
