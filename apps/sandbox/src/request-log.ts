/** The last provider calls, without card numbers, keys, secrets or codes. */
import type { SandboxClock } from './clock.ts';

const KEPT = 2000;
const SECRET = /number|cvc|cvv|secret|code|token|password|authorization/i;

export interface LoggedCall {
  at: string;
  provider: 'stripe' | 'twilio' | 'smtp';
  method: string;
  path: string;
  status: number | string;
  durationMs: number;
  idempotencyKey?: string;
  fault?: string;
  params?: Record<string, string>;
}

export class RequestLog {
  readonly #calls: LoggedCall[] = [];

  add(call: LoggedCall): void {
    this.#calls.push(call);
    if (this.#calls.length > KEPT * 2) this.#calls.splice(0, KEPT);
  }

  addMail(clock: SandboxClock, status: string, to: string[]): void {
    this.add({
      at: clock.date().toISOString(),
      provider: 'smtp',
      method: 'DATA',
      path: to.join(', '),
      status: Number(status),
      durationMs: 0,
    });
  }

  newestFirst(): LoggedCall[] {
    return this.#calls.slice(-KEPT).reverse();
  }

  clear(): void {
    this.#calls.length = 0;
  }
}

export function withoutSecrets(encoded: string): Record<string, string> {
  const safe = [...new URLSearchParams(encoded)].map(([name, value]) => [name, SECRET.test(name) ? '•••' : value]);
  return Object.fromEntries(safe) as Record<string, string>;
}
