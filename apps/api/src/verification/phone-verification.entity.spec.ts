import { describe, expect, it } from 'vitest';
import { CODE_RULES } from '../platform/limits/limits.ts';
import { expiresAt, resendAt } from './phone-verification.entity.ts';

const NOON = new Date('2026-11-03T12:00:00Z');
const secondsAfterNoon = (at: Date) => (at.getTime() - NOON.getTime()) / 1000;

describe('the rules of a code', () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 120],
    [5, 120],
  ])('after send %i allow the next one %i seconds later', (sends, seconds) => {
    expect(secondsAfterNoon(resendAt(NOON, sends))).toBe(seconds);
  });

  it('allow ten minutes and five tries, like the provider', () => {
    expect(secondsAfterNoon(expiresAt(NOON))).toBe(600);
    expect([CODE_RULES.lifeMinutes, CODE_RULES.tries]).toEqual([10, 5]);
  });
});
