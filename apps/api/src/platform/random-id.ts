import { randomBytes } from 'node:crypto';

const SMALLEST = 2n ** 40n;
const BEYOND = 2n ** 53n;

/**
 * An id that tells nothing and cannot be guessed: drawn evenly from [2^40, 2^53 - 1] by the system's random source, and
 * a JSON number still holds it. Whoever knows a sign-up's id may resume it.
 */
export function newRandomId(): number {
  for (;;) {
    const id = BigInt(`0x${randomBytes(7).toString('hex')}`) % BEYOND;
    if (id >= SMALLEST) return Number(id);
  }
}
