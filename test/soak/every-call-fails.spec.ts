import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Lanes, lineOf, MODES } from './sweep.ts';
import { SIGN_UP } from './whole-sign-up.ts';

jest.setTimeout(1_200_000);

/** Every provider call, mail and commit of a whole sign-up fails in turn, and the sign-up is finished once. */
describe('A sign-up of which the nth call fails', () => {
  const lanes = new Lanes(3);
  beforeAll(() => lanes.start(), 120_000);
  afterAll(() => lanes.stop());

  it.each(MODES)('$mode, $lasting', async ({ mode, lasting }) => {
    const swept = await lanes.sweep(SIGN_UP, mode, lasting);
    console.info(lineOf(mode, lasting, swept));
    expect(swept.broken).toEqual([]);
    expect(swept.runs).toBeGreaterThan(10);
  });
});
