/** Idempotency keys: the first response of a key, a 500 included, is replayed for 24 hours. */
import { createHash } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import type { Store } from '../store.ts';
import { type Params, StripeError } from './call.ts';

const RETENTION_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;

export interface StoredResponse {
  status: number;
  body: string;
}

export class IdempotencyKeys {
  readonly #store: Store;
  readonly #clock: SandboxClock;
  readonly #inFlight = new Set<string>();

  constructor(store: Store, clock: SandboxClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The stored response, or undefined when the caller now owns the key until `save` or `release`. */
  claim(key: string, request: string): StoredResponse | undefined {
    if (key.length > MAX_KEY_LENGTH)
      throw new StripeError(400, 'Idempotency keys are at most 255 characters long.', { type: 'idempotency_error' });
    if (this.#inFlight.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`;
      throw new StripeError(409, message, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    }
    const kept = this.#store.find('idempotency', key);
    if (!kept || kept['at'] + RETENTION_MS < this.#clock.now()) {
      this.#inFlight.add(key);
      return undefined;
    }
    if (kept['request'] === request) return { status: kept['status'], body: kept['body'] };
    throw new StripeError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with (${key}).`,
      {
        type: 'idempotency_error',
      },
    );
  }

  save(key: string, request: string, { status, body }: StoredResponse): void {
    this.#inFlight.delete(key);
    this.#store.put('idempotency', { id: key, request, status, body, at: this.#clock.now() });
  }

  release(key: string): void {
    this.#inFlight.delete(key);
  }
}

export function fingerprint(method: string, path: string, params: Params): string {
  return createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify(sorted(params))}`)
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
