import type { TrialSignupBody } from '@lampstand/contracts';
import type { Stack } from '../support/index.ts';
import type { clients } from '../support/crowd.mjs';
import { aPastor } from './pastor.ts';
import { aKey } from './unique.ts';

const AT_ONCE = 1000;

/** Sign-ups of a crowd: what was acknowledged with which id, so that it can be looked for in the database. */
export class Arrivals {
  readonly acknowledged = new Map<number, TrialSignupBody>();

  constructor(private readonly crowd: ReturnType<typeof clients>) {}

  /** One sign-up; with `until` it is repeated by the same key, as browsers do, until it is acknowledged. */
  async signUp(url: (attempt: number) => string, { until = false, refusals = [] as number[] } = {}): Promise<number> {
    const body = aPastor();
    const asked = { method: 'POST', path: '/api/trial-signup', body, headers: { 'idempotency-key': aKey() } };
    for (let attempt = 0; ; attempt += 1) {
      const told = await this.crowd.ask(url(attempt), asked, [201, ...refusals]);
      if (told.status === 201) {
        const { id } = JSON.parse(told.text);
        this.acknowledged.set(id, body);
        return id;
      }
      if (!until) return 0;
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** The acknowledged ones that are not in the database as they were typed. */
  async missing(stack: Stack): Promise<number[]> {
    const ids = [...this.acknowledged.keys()];
    const found = new Map<number, Record<string, unknown>>();
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const rows = await stack.query('SELECT to_jsonb(t) AS row FROM trial_signups t WHERE id = ANY($1)', [some]);
      for (const { row } of rows) found.set(row.id, row);
    }
    return ids.filter((id) => !same(found.get(id), this.acknowledged.get(id)!));
  }
}

const same = (row: Record<string, unknown> | undefined, typed: TrialSignupBody): boolean =>
  !!row && Object.entries(typed).every(([name, value]) => row[snake(name)] === value);

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
