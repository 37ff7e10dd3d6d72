import { randomBytes } from 'node:crypto';

const SMALLEST = 2n ** 40n;
const LIMIT = 2n ** 53n;

/**
 * A random id in [2^40, 2^53 - 1], uniformly distributed, exact as a JSON number. Unguessable, because the id of a sign-up
 * is the capability that resumes it.
 */
export function newRandomId(): number {
  for (;;) {
    const id = BigInt(`0x${randomBytes(7).toString('hex')}`) % LIMIT;
    if (id >= SMALLEST) return Number(id);
  }
}
