import { afterAll, beforeAll } from 'vitest';
import { ownPostgres } from './postgres.mjs';
import { connectStack, startStack } from './stack.mjs';

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

/**
 * A stack of one server inside the test's process, for tests that need other settings, faults or the clock, but no second
 * server and no kill: it starts in under a second.
 */
export function inProcessStack(options?: { env?: Record<string, string> }) {
  const stack = {} as Awaited<ReturnType<typeof connectInProcess>>;
  beforeAll(async () => void Object.assign(stack, await connectInProcess(options)), 120_000);
  afterAll(() => stack.stop?.());
  return stack;
}

async function connectInProcess(options?: { env?: Record<string, string> }) {
  const { startInProcessStack } = await import('./in-process-stack.mjs');
  const { address, metricsUrl, routes, stop } = await startInProcessStack(options);
  const view = connectStack(address);
  return { ...view, apis: [{ metricsUrl }], routes, stop: () => view.close().then(stop) };
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
