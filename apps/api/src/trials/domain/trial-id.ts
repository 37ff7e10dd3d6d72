import { randomBytes } from 'node:crypto';

const SMALLEST = 2n ** 40n;
const BEYOND = 2n ** 53n;

/**
 * A trial's id: whoever knows it may resume, so it is drawn evenly from [2^40, 2^53 - 1] by the system's random source,
 * and a JSON number still holds it.
 */
export function newTrialId(): number {
  for (;;) {
    const id = BigInt(`0x${randomBytes(7).toString('hex')}`) % BEYOND;
    if (id >= SMALLEST) return Number(id);
  }
}
