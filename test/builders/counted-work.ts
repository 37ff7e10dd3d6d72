/** Counts what a server inside the test's process does for each request. Imports the server's sources, so only flows may use it. */
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { currentRequest } from '../../apps/api/src/platform/request-context.ts';
import { Pages } from '../../apps/api/src/site/pages.ts';

export interface Work {
  /** Of SQL, those of transactions included. */
  statements: number;
  /** Characters given to `JSON.parse`. */
  parsed: number;
  /** Pages rendered for the visitor. */
  rendered: number;
}

/** The work of the request with this `x-request-id` so far, while the tests of the file run. */
export function countedWork(): (requestId: string) => Work {
  const counts = new Map<string, Work>();
  const workOf = (requestId: string) =>
    counts.get(requestId) ?? counts.set(requestId, { statements: 0, parsed: 0, rendered: 0 }).get(requestId)!;
  const ends: (() => void)[] = [];
  /** Counts the calls of a function from now on, each as so many. */
  const count = (of: object, name: string, kind: keyof Work, amountOf: (first: unknown) => number = () => 1) => {
    const original = Reflect.get(of, name) as (...given: unknown[]) => unknown;
    Reflect.set(of, name, function (this: unknown, ...given: unknown[]) {
      workOf(currentRequest().requestId)[kind] += amountOf(given[0]);
      return Reflect.apply(original, this, given);
    });
    ends.push(() => void Reflect.set(of, name, original));
  };
  beforeAll(() => {
    count(pg.Client.prototype, 'query', 'statements');
    count(JSON, 'parse', 'parsed', (text) => String(text).length);
    count(Pages.prototype, 'answer', 'rendered');
  });
  afterAll(() => {
    for (const end of ends) end();
  });
  return workOf;
}
