export { type Allowed, tally, violations } from './invariants.mjs';
export { expectNoViolations, expireLeases, passing, provedAfterEach, settled } from './settled.ts';
export { atOnce, atTheProviders, held } from './together.ts';
