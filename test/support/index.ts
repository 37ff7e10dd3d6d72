import { connectStack } from './stack.mjs';

export { eventually } from './eventually.mjs';
export { ADMIN } from './stack.mjs';
export type Stack = ReturnType<typeof connectStack>;

/**
 * The stack that all flows share: two servers. A spec that injects faults, moves the clock or changes settings uses
 * `inProcessStack()`; one that also needs two servers, or kills one, `ownStack()`.
 */
export function sharedStack(): Stack {
  const address = process.env.LAMPSTAND_TEST_STACK;
  if (!address) throw new Error('There is no shared stack: run the flows with `npm test -- test/flows`.');
  return connectStack(JSON.parse(address));
}
