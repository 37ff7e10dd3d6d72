/** The latest provider calls, without card numbers, keys, secrets and codes. */
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from './clock.ts';

const KEPT = 2000;
const SECRET = /number|cvc|cvv|secret|code|token|password|authorization/i;

interface LoggedCall {
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

function withoutSecrets(encoded: string): Record<string, string> {
  const safe = [...new URLSearchParams(encoded)].map(([name, value]) => [name, SECRET.test(name) ? '•••' : value]);
  return Object.fromEntries(safe) as Record<string, string>;
}

const TWILIO_HOST = '/verify.twilio.com';

/** The path in the provider's API; undefined for the sandbox's own routes. */
export function providerPath(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  if (path.startsWith('/v1/')) return path;
  return path.startsWith(`${TWILIO_HOST}/`) ? path.slice(TWILIO_HOST.length) : undefined;
}

export function logProviderCalls(app: FastifyInstance, requests: RequestLog, clock: SandboxClock): void {
  app.addHook('preHandler', (request, reply, done) => {
    const path = providerPath(request.url);
    if (path === undefined || request.method === 'OPTIONS') return done();
    const at = clock.date().toISOString();
    let logged = false;
    const log = (status: number | string) => {
      if (logged) return;
      logged = true;
      const key = request.headers['idempotency-key'] as string | undefined;
      requests.add({
        at,
        provider: path.startsWith('/v1/') ? 'stripe' : 'twilio',
        method: request.method,
        path,
        status,
        durationMs: Math.round(reply.elapsedTime),
        ...(key && { idempotencyKey: key }),
        ...(request.fault && { fault: request.fault.mode }),
        params: withoutSecrets(
          `${request.url.split('?')[1] ?? ''}&${typeof request.body === 'string' ? request.body : ''}`,
        ),
      });
    };
    reply.raw.once('finish', () => log(reply.statusCode));
    reply.raw.once('close', () => log('dropped'));
    done();
  });
}
