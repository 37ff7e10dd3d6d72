/** Injected failures: a rule fails the nth matching provider call, a number of times or until it is healed. */
import { setImmediate } from 'node:timers/promises';

export const MODES = [
  'refuse',
  'execute-then-drop',
  'hang',
  '401',
  '500',
  '503',
  '429',
  'garbage',
  'hold-before',
  'hold-after',
] as const;
type Mode = (typeof MODES)[number];

export interface Fault {
  id: number;
  match: string;
  nth: number;
  times: number;
  mode: Mode;
  seen: number;
  fired: number;
  /** The calls it failed, such as `POST /v1/customers` and `SMTP`. */
  struck: string[];
}

export class Faults {
  #rules: Fault[] = [];
  #nextId = 1;
  #waiting = new Map<number, (() => void)[]>();

  list(): Fault[] {
    return this.#rules;
  }

  add(rule: { match?: unknown; nth?: unknown; times?: unknown; mode?: unknown }): Fault {
    const { match, nth = 1, times = 1 } = rule;
    const mode = String(rule.mode) as Mode;
    if (typeof match !== 'string' || !/^(\*|SMTP|(\*|[A-Z]+) \/\S*)$/.test(match))
      throw new Error('match must be like "POST /v1/subscriptions", "SMTP", or "*" for any call');
    if (!MODES.includes(mode)) throw new Error(`mode must be one of ${MODES.join(', ')}`);
    if (!Number.isInteger(nth) || (nth as number) < 1) throw new Error('nth must be a whole number from 1');
    if (!Number.isInteger(times) || (times as number) < 0)
      throw new Error('times must be a whole number; 0 means until healed');
    const fault: Fault = {
      id: this.#nextId,
      match,
      nth: nth as number,
      times: times as number,
      mode,
      seen: 0,
      fired: 0,
      struck: [],
    };
    this.#nextId += 1;
    this.#rules.push(fault);
    return fault;
  }

  heal(keep: (fault: Fault) => boolean = () => false): void {
    const healed = this.#rules.filter((fault) => !keep(fault));
    this.#rules = this.#rules.filter(keep);
    for (const { id } of healed) {
      for (const release of this.#waiting.get(id) ?? []) release();
      this.#waiting.delete(id);
    }
  }

  /** Counts the call for every rule that matches and returns the first that fires. */
  trigger(method: string, path: string): Fault | undefined {
    let fired: Fault | undefined;
    for (const fault of this.#rules) {
      if (!matches(fault.match, method, path)) continue;
      fault.seen += 1;
      const exhausted = fault.times > 0 && fault.fired >= fault.times;
      if (fired || exhausted || fault.seen < fault.nth) continue;
      fault.fired += 1;
      fault.struck.push(`${method} ${path}`.trim());
      fired = fault;
    }
    return fired;
  }

  /** Resolves one event-loop turn after the fault is healed, so that a closed connection has been noticed. */
  async untilHealed({ id }: Fault): Promise<void> {
    if (!this.#rules.some((fault) => fault.id === id)) return;
    await new Promise<void>((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]));
    await setImmediate();
  }
}

export function matches(match: string, method: string, path: string): boolean {
  const [wantedMethod, wantedPath = ''] = match.split(' ');
  if (wantedMethod !== '*' && wantedMethod !== method) return false;
  const wanted = wantedPath.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  return wanted.every((part, index) => part === '*' || part === given[index]) && wanted.length <= given.length;
}
