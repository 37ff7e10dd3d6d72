import { describe, expect, it } from '@jest/globals';
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
  ])('after sending %i the next waits %i seconds', (sends, seconds) => {
    expect(secondsAfterNoon(resendAt(NOON, sends))).toBe(seconds);
  });

  it('lets it live ten minutes and bear five tries, as the provider does', () => {
    expect(secondsAfterNoon(expiresAt(NOON))).toBe(600);
    expect([CODE_RULES.lifeMinutes, CODE_RULES.tries]).toEqual([10, 5]);
  });
});
