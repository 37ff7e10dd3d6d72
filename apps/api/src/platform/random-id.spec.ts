import { describe, expect, it } from 'vitest';
import { newRandomId } from './random-id.ts';

const IDS = Array.from({ length: 5000 }, newRandomId);

describe('a new random id', () => {
  it('is a safe integer, too large to guess', () => {
    for (const id of IDS) {
      expect(Number.isSafeInteger(id)).toBe(true);
      expect(id).toBeGreaterThanOrEqual(2 ** 40);
      expect(JSON.parse(JSON.stringify({ id })).id).toBe(id);
    }
  });

  it('is uniformly distributed over the whole range', () => {
    expect(new Set(IDS).size).toBe(IDS.length);
    const upperHalf = IDS.filter((id) => id > 2 ** 52).length / IDS.length;
    const odd = IDS.filter((id) => id % 2).length / IDS.length;
    for (const share of [upperHalf, odd]) expect(Math.abs(share - 0.5)).toBeLessThan(0.05);
  });
});
