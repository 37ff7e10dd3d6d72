/** Clients in large numbers: parallel requests over kept connections, sign-ups under load, attackers behind many addresses. */
import http from 'node:http';
import type { TrialSignupBody } from '@lampstand/contracts';
import { aKey, aPastor, columnsOf } from '../builders/index.ts';
import { atOnce } from '../invariants/index.ts';
import type { Stack } from '../support/index.ts';
import type { OwnStack } from '../support/own-stack.ts';

const TIMEOUT_MS = 30_000;
const MOST_REFUSALS_KEPT = 20;
const ROWS_PER_QUERY = 1000;

export interface Call {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Status 0: no answer came, and `text` is the error. */
export interface Reply {
  status: number;
  text: string;
  ms: number;
}

/** An HTTP client that counts its replies, including missing ones. `connections` is the number per server. */
export function clients(connections: number, { Agent, request }: Pick<typeof http, 'Agent' | 'request'> = http) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const replies = new Map<number, number>();
  const unexpected: { path: string; reply: Reply }[] = [];
  const refusals = new Set<string>();
  let slowest = 0;

  /** `expected` are the statuses that are no failure. */
  async function send(url: string, call: Call, expected: number[]): Promise<Reply> {
    const reply = await exchange(request, agent, url, call);
    replies.set(reply.status, (replies.get(reply.status) ?? 0) + 1);
    slowest = Math.max(slowest, reply.ms);
    if (reply.status >= 400 && refusals.size < MOST_REFUSALS_KEPT) refusals.add(reply.text);
    if (!expected.includes(reply.status)) unexpected.push({ path: call.path, reply });
    return reply;
  }

  return {
    send,
    /** The replies with a status that was not expected. */
    unexpected,
    /** The distinct bodies of refusals. */
    refusals: () => [...refusals].map((text) => JSON.parse(text)),
    count: () => [...replies.values()].reduce((sum, each) => sum + each, 0),
    figures: () => ({
      answers: Object.fromEntries(replies),
      failed: unexpected.length,
      slowestMs: Math.round(slowest),
    }),
    close: () => agent.destroy(),
  };
}

export type Clients = ReturnType<typeof clients>;

/** People who each repeat `act` until `stop`, which throws the first error of any of them. */
export function crowd(people: number, act: (person: number, turn: number) => Promise<unknown>) {
  let running = true;
  const all = Promise.allSettled(
    Array.from({ length: people }, async (_, person) => {
      for (let turn = 0; running; turn += 1) await act(person, turn);
    }),
  );
  return {
    stop: async () => {
      running = false;
      for (const each of await all) if (each.status === 'rejected') throw each.reason;
    },
  };
}

function exchange(
  request: typeof http.request,
  agent: http.Agent,
  url: string,
  { method = 'GET', path, body, headers = {} }: Call,
): Promise<Reply> {
  const begun = performance.now();
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const typed = bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new Promise((done) => {
    const end = (status: number, text: string) => done({ status, text, ms: performance.now() - begun });
    const sent = request(`${url}${path}`, { agent, method, headers: { ...typed, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => end(answer.statusCode ?? 0, Buffer.concat(chunks).toString()));
      answer.on('error', (error) => end(0, error.message));
    });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    sent.on('error', (error) => end(0, error.message));
    sent.end(bytes);
  });
}

/** Sign-ups under load. Remembers which were acknowledged, to compare them with the database. */
export class SignUpLoad {
  readonly acknowledged = new Map<number, TrialSignupBody>();

  constructor(private readonly browsers: Clients) {}

  /** One sign-up; returns its id, or 0 when refused. With `until`, repeats it with the same key until it is acknowledged. */
  async signUp(url: (attempt: number) => string, { until = false, refusals = [] as number[] } = {}): Promise<number> {
    const body = aPastor();
    const call = { method: 'POST', path: '/api/trial-signup', body, headers: { 'idempotency-key': aKey() } };
    for (let attempt = 0; ; attempt += 1) {
      const reply = await this.browsers.send(url(attempt), call, [201, ...refusals]);
      if (reply.status === 201) {
        const { id } = JSON.parse(reply.text);
        this.acknowledged.set(id, body);
        return id;
      }
      if (!until) return 0;
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** The ids that were acknowledged and are not in the database with the same values. */
  async missing(stack: Stack): Promise<number[]> {
    const ids = [...this.acknowledged.keys()];
    const stored = new Map<number, Record<string, unknown>>();
    for (let from = 0; from < ids.length; from += ROWS_PER_QUERY) {
      const some = ids.slice(from, from + ROWS_PER_QUERY);
      const rows = await stack.query('SELECT to_jsonb(t) AS row FROM trial_signups t WHERE id = ANY($1)', [some]);
      for (const { row } of rows) stored.set(row.id, row);
    }
    return ids.filter((id) => !isStored(stored.get(id), this.acknowledged.get(id)!));
  }
}

const isStored = (row: Record<string, unknown> | undefined, body: TrialSignupBody): boolean =>
  !!row && Object.entries(columnsOf(body)).every(([name, value]) => row[name] === value);

export interface Answered {
  status: number;
  body: any;
}

export interface SignedUp {
  trialId: number;
  phone: string;
  address: string;
}

export const count = (answers: Answered[], status: number): number =>
  answers.filter((each) => each.status === status).length;

/** The address of the nth request of a botnet with `size` addresses. */
export const botnet = (net: string, size: number) => (index: number) => {
  const [first, , third] = net.split('.');
  return `${first}.${index % size}.${third}.7`;
};

/** `size` consecutive phone numbers. */
export const numbersOf = (prefix: string, size: number): string[] =>
  Array.from({ length: size }, (_, n) => `${prefix}${2000 + n}`);

/** A script that calls the API from many addresses. */
export function attackers(stack: OwnStack) {
  const script = clients(64);

  /** POST /api/{call} from `address`. */
  const ask = async (call: string, body: object, address: string): Promise<Answered> => {
    const sent = { method: 'POST', path: `/api/${call}`, body, headers: { 'x-forwarded-for': address } };
    const { status, text } = await script.send(stack.url, sent, []);
    return { status, body: JSON.parse(text) };
  };

  return {
    script,
    ask,
    signUp: (phones: string[], from: (index: number) => string): Promise<SignedUp[]> =>
      atOnce(phones.length, async (index) => {
        const [phone, address] = [phones[index]!, from(index)];
        return { phone, address, trialId: (await ask('trial-signup', aPastor({ phone }), address)).body.id };
      }),
    askForCodes: (signed: SignedUp[]): Promise<Answered[]> =>
      Promise.all(signed.map(({ address, ...body }) => ask('verify-phone', body, address))),
    /** How many texts the provider has sent to numbers with this prefix. */
    texts: async (prefix = ''): Promise<number> => {
      const { sms } = await stack.sandbox.records();
      return sms.filter(({ to }: { to: string }) => to.startsWith(`+1${prefix}`)).length;
    },
  };
}
