import { afterAll, beforeAll } from '@jest/globals';
import { ownPostgres } from './postgres.mjs';
import { startStack } from './stack.mjs';

export type OwnStack = Awaited<ReturnType<typeof startStack>>;
export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>;
type Options = Parameters<typeof startStack>[0];

/** A stack for the tests of this file or `describe` alone. Its properties are set in `beforeAll`. */
export function ownStack(options?: Options): OwnStack {
  const stack = {} as OwnStack;
  beforeAll(async () => void Object.assign(stack, await startStack(options)), 90_000);
  afterAll(() => stack.stop?.());
  return stack;
}

/** The same on a durable database server of its own. `place` makes the data folder. */
export function ownStackOnOwnPostgres(options?: Options, place: () => Promise<string> = async () => '') {
  const stack = {} as OwnStack;
  const postgres = {} as OwnPostgres;
  beforeAll(async () => {
    Object.assign(postgres, await ownPostgres({ home: await place() }));
    Object.assign(stack, await startStack({ ...options, databaseUrl: postgres.url }));
  }, 120_000);
  afterAll(async () => {
    await stack.stop?.();
    await postgres.end?.();
  });
  return { stack, postgres };
}
