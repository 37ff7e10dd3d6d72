/** One history in progress: its stack, its actors and what went wrong. */
import type { Answer } from '../builders/index.ts';
import type { OwnPostgres, OwnStack } from '../support/own-stack.ts';
import type { Outcome } from './model.ts';
import type { Actor } from './actors.ts';

export interface Reply {
  outcome: Outcome;
  status: number;
  body: any;
}

const ERASED_AFTER_DAYS = 29;
const TIMEOUT_MS = 30_000;
const NOTHING: Reply = { outcome: 'unknown', status: 0, body: {} };

export class World {
  /** What happened, for the report of a failure. */
  readonly lines: string[] = [];
  readonly wrong: string[] = [];
  /** Servers that are starting, by index. */
  readonly returning = new Map<number, Promise<unknown>>();
  /** Servers that a fault has taken down. */
  readonly #down = new Set<number>();
  days = 0;
  /** The remaining rounds are left out. */
  stopped = false;

  constructor(
    readonly stack: OwnStack,
    readonly actors: Actor[],
    readonly count: (what: string) => void,
    /** The database server, if it is this stack's own. */
    readonly postgres?: OwnPostgres,
  ) {}

  /** Whether the product has erased unfinished sign-ups by now. */
  get erasesUnfinished(): boolean {
    return this.days >= ERASED_AFTER_DAYS;
  }

  /** Kills a server with SIGKILL. */
  async kill(api: number): Promise<void> {
    await this.returning.get(api);
    this.#down.add(api);
    await this.stack.apis[api]!.kill();
  }

  /** Restarts a server. It fails if the database is down; `restartAll` then starts it later. */
  async restart(api: number): Promise<void> {
    await this.returning.get(api);
    this.#down.add(api);
    const started = this.stack.apis[api]!.restart().then(
      () => void this.#down.delete(api),
      () => {},
    );
    this.returning.set(api, started);
    await started;
  }

  /** Starts all servers. One that is down without a fault is an error. */
  async restartAll(): Promise<void> {
    for (const [index, api] of this.stack.apis.entries()) {
      await this.returning.get(index);
      if (api.isLive()) continue;
      if (!this.#down.has(index)) this.wrong.push(`server ${index + 1} ended by itself`);
      await api.restart();
    }
  }

  log(line: string): void {
    this.lines.push(line);
  }

  /** Makes a call once per click, in parallel. The best answer counts. */
  async call(actor: Actor, what: string, send: () => Promise<Answer>): Promise<Reply> {
    const clicks = await Promise.all(Array.from({ length: actor.clicks }, () => this.#answered(actor, what, send)));
    const best = (['ok', 'unknown'] as const).flatMap((wanted) =>
      clicks.filter(({ outcome }) => outcome === wanted),
    )[0];
    const reply = best ?? clicks[0]!;
    const error = reply.body.error ?? reply.body.reason;
    this.log(`  ${actor.name} ${what}: ${reply.outcome} ${reply.status}${error ? ` "${error}"` : ''}`);
    this.count(reply.outcome);
    if (reply.body.userExists && reply.body.step === 'success') actor.model.member = true;
    const objection = reply.outcome !== 'unknown' && reply.body.step && actor.model.contradiction(reply.body.step);
    if (objection) this.report(actor, objection);
    return reply;
  }

  report({ name, id }: Actor, what: string): void {
    this.wrong.push(`${name} (${id}) ${what}`);
  }

  async #answered(actor: Actor, what: string, send: () => Promise<Answer>): Promise<Reply> {
    const reply = await Promise.race([send().then(replyOf, () => NOTHING), timeout()]);
    if (!reply) this.report(actor, `${what} and gets no answer within ${TIMEOUT_MS / 1000} s`);
    if (reply?.status === 500) this.report(actor, `${what} and is answered 500`);
    if (reply?.status === 404 && !this.erasesUnfinished) this.report(actor, `${what} and the sign-up is not found`);
    return reply ?? NOTHING;
  }
}

function replyOf({ status, body }: Answer): Reply {
  const outcome = status < 300 ? 'ok' : status < 500 ? 'refused' : 'unknown';
  return { outcome, status, body: body ?? {} };
}

const timeout = (): Promise<undefined> => new Promise((done) => setTimeout(() => done(undefined), TIMEOUT_MS).unref());
