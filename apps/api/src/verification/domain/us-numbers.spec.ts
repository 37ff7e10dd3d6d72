import { describe, expect, it } from '@jest/globals';
import { canTakeSms } from './us-numbers.ts';

describe('a number that may get a text message', () => {
  it.each([
    ['Texas', '5125550142'],
    ['New York', '2125550142'],
    ['Washington DC', '2025550142'],
    ['Alaska', '9075550142'],
    ['Hawaii', '8085550142'],
  ])('is one of %s', (_place, digits) => {
    expect(canTakeSms(digits)).toBe(true);
  });

  it.each([
    ['Jamaica', '8765550142'],
    ['the Dominican Republic', '8095550142'],
    ['Puerto Rico', '7875550142'],
    ['Canada', '4165550142'],
    ['Guam', '6715550142'],
    ['a toll-free number', '8005550142'],
    ['another toll-free number', '8885550142'],
    ['a premium number', '9005550142'],
    ['an area code that does not exist', '1115550142'],
    ['an exchange that does not exist', '5121550142'],
    ['too few digits', '512555'],
    ['nothing', ''],
  ])('is none of %s', (_place, digits) => {
    expect(canTakeSms(digits)).toBe(false);
  });

  it('may be made up for the sandbox, and still be of no other country', () => {
    const asked = ['2125550142', '5005550410', '1115550142', '8765550142', '8095550142', '8005550142'];
    expect(asked.map((digits) => canTakeSms(digits, { madeUp: true }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
