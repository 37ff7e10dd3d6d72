import { afterAll, beforeAll } from '@jest/globals';
import { startStack } from './stack.mjs';

export type OwnStack = Awaited<ReturnType<typeof startStack>>;

/** A stack of these tests alone, for those that play with faults, the clock or the settings. Usable from `beforeAll` on. */
export function ownStack(options?: Parameters<typeof startStack>[0]): OwnStack {
  const stack = {} as OwnStack;
  beforeAll(async () => void Object.assign(stack, await startStack(options)), 90_000);
  afterAll(() => stack.stop?.());
  return stack;
}
