import { describe, expect, it } from 'vitest';
import { intendedAddress } from './mail-domains.ts';

describe('a mistyped address', () => {
  it.each([
    ['mary@gmial.com', 'mary@gmail.com'],
    ['mary@gmai.com', 'mary@gmail.com'],
    ['mary@gmaill.com', 'mary@gmail.com'],
    ['mary@gnail.com', 'mary@gmail.com'],
    ['mary@gmail.con', 'mary@gmail.com'],
    ['mary@gmail.co', 'mary@gmail.com'],
    ['Mary.Lee@Yaho.com', 'Mary.Lee@yahoo.com'],
    ['mary@hotmial.com', 'mary@hotmail.com'],
    ['mary@grace.ogr', 'mary@grace.org'],
  ])('%s was meant as %s', (typed, meant) => {
    expect(intendedAddress(typed)).toBe(meant);
  });

  it.each([
    'mary@gmail.com',
    'mary@mail.com',
    'mary@ymail.com',
    'mary@grace.church',
    'mary@church.example',
    'mary@',
    '',
  ])('%j is left alone', (typed) => {
    expect(intendedAddress(typed)).toBeUndefined();
  });
});
