import { describe, expect, it } from 'vitest';
import { firstCardCheck, nextCardCheck } from './card-rules.ts';

const START = new Date('2026-11-03T12:00:00Z');
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

describe('the search for an unreported card', () => {
  it('starts two minutes after the form was shown', () => {
    expect(firstCardCheck(START)).toEqual(at(2));
  });

  it.each([
    [2, 4],
    [4, 8],
    [8, 16],
    [45, 90],
    [60, 120],
    [600, 660],
    [48 * 60, 49 * 60],
  ])('after a check at minute %i, checks again at minute %i', (now, next) => {
    expect(nextCardCheck(START, at(now))).toEqual(at(next));
  });

  it('ends after two days', () => {
    expect(nextCardCheck(START, at(48 * 60 + 1))).toBeNull();
  });

  it('makes about sixty checks in all', () => {
    let looks = 0;
    for (let next: Date | null = firstCardCheck(START); next; next = nextCardCheck(START, next)) looks += 1;
    expect(looks).toBeGreaterThan(40);
    expect(looks).toBeLessThan(70);
  });
});
