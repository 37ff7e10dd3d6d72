export { type Allowed, tally, violations } from './invariants.ts';
export { expectNoViolations, expireLeases, settled } from './settled.ts';
export { atOnce, atTheProviders, held } from './together.ts';
