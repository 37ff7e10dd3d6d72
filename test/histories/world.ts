import type { Answer } from '../builders/index.ts';
import type { OwnPostgres, OwnStack } from '../support/own-stack.ts';
import type { Outcome } from './beliefs.ts';
import type { Person } from './person.ts';

export interface Told {
  outcome: Outcome;
  status: number;
  body: any;
}

const FORGOTTEN_AFTER_DAYS = 29;
const PATIENCE_MS = 30_000;
const NOTHING: Told = { outcome: 'unknown', status: 0, body: {} };

/** One history on a stack: its people, what they were told, and what they must not have been told. */
export class World {
  readonly lines: string[] = [];
  readonly wrong: string[] = [];
  /** Servers on their way back, by their place. */
  readonly returning = new Map<number, Promise<unknown>>();
  /** Servers that are down because a trouble made them so. */
  readonly #down = new Set<number>();
  days = 0;

  constructor(
    readonly stack: OwnStack,
    readonly people: Person[],
    readonly count: (what: string) => void,
    /** A database server that nobody else uses. */
    readonly postgres?: OwnPostgres,
  ) {}

  /** Unfinished sign-ups of people who were not seen for so long are forgotten. */
  get forgets(): boolean {
    return this.days >= FORGOTTEN_AFTER_DAYS;
  }

  /** Ends a server as a power cut does. */
  async kill(api: number): Promise<void> {
    await this.returning.get(api);
    this.#down.add(api);
    await this.stack.apis[api]!.kill();
  }

  /** Starts a server anew. It may find no database; then it is started once more in the end. */
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

  /** All servers run in the end; one that went down by itself is a fault of its own. */
  async restartAll(): Promise<void> {
    for (const [index, api] of this.stack.apis.entries()) {
      await this.returning.get(index);
      if (api.isLive()) continue;
      if (!this.#down.has(index)) this.wrong.push(`server ${index + 1} ended by itself`);
      await api.restart();
    }
  }

  note(line: string): void {
    this.lines.push(line);
  }

  /** Makes a call as often at once as the person clicks. What one click was told is so, whatever the others were. */
  async asks(person: Person, what: string, send: () => Promise<Answer>): Promise<Told> {
    const clicks = await Promise.all(Array.from({ length: person.clicks }, () => this.#answered(person, what, send)));
    const best = (['ok', 'unknown'] as const).flatMap((wanted) =>
      clicks.filter(({ outcome }) => outcome === wanted),
    )[0];
    const told = best ?? clicks[0]!;
    const error = told.body.error ?? told.body.reason;
    this.note(`  ${person.name} ${what}: ${told.outcome} ${told.status}${error ? ` "${error}"` : ''}`);
    this.count(told.outcome);
    if (told.body.userExists && told.body.step === 'success') person.beliefs.member = true;
    const objection = told.outcome !== 'unknown' && told.body.step && person.beliefs.contradiction(told.body.step);
    if (objection) this.objects(person, objection);
    return told;
  }

  objects({ name, id }: Person, what: string): void {
    this.wrong.push(`${name} (${id}) ${what}`);
  }

  async #answered(person: Person, what: string, send: () => Promise<Answer>): Promise<Told> {
    const told = await Promise.race([send().then(toldBy, () => NOTHING), afterPatience()]);
    if (!told) this.objects(person, `${what} and gets no answer within ${PATIENCE_MS / 1000} s`);
    if (told?.status === 500) this.objects(person, `${what} and is answered 500`);
    if (told?.status === 404 && !this.forgets) this.objects(person, `${what} and nobody knows the sign-up any more`);
    return told ?? NOTHING;
  }
}

function toldBy({ status, body }: Answer): Told {
  const outcome = status < 300 ? 'ok' : status < 500 ? 'refused' : 'unknown';
  return { outcome, status, body: body ?? {} };
}

const afterPatience = (): Promise<undefined> =>
  new Promise((done) => setTimeout(() => done(undefined), PATIENCE_MS).unref());
