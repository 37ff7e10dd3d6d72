import { describe, expect, it } from 'vitest';
import { canTakeSms } from './us-numbers.ts';

describe('a number that can receive text messages', () => {
  it.each([
    ['Texas', '5122340142'],
    ['New York', '2122340142'],
    ['Washington DC', '2022340142'],
    ['Alaska', '9072340142'],
    ['Hawaii', '8082340142'],
    ['the information lines of an area code, beside those for films', '5125550200'],
  ])('may be one of %s', (_place, digits) => {
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
    ...['500', '521', '525', '529', '533', '544', '566', '577', '588'].map((code) => [
      `the personal numbers of ${code}`,
      `${code}2340142`,
    ]),
    ['a number for films and tests', '5125550100'],
    ['another number for films and tests', '2125550199'],
    ['too few digits', '512555'],
    ['nothing', ''],
  ])('is not one of %s', (_place, digits) => {
    expect(canTakeSms(digits)).toBe(false);
  });

  it('may be fictional with the sandbox, but not of another country', () => {
    const numbers = ['2125550142', '5005550410', '1115550142', '8765550142', '8095550142', '8005550142'];
    expect(numbers.map((digits) => canTakeSms(digits, { madeUp: true }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
