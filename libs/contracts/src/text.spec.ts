import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { optionalText, text } from './text.ts';

const SAY = 'Say it properly';
const short = text(SAY, { min: 2, max: 100 });
const long = optionalText(SAY, 20, { lines: true });

const refused = (schema: typeof short | typeof long, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ message }) => message);
};

describe('a typed text', () => {
  it.each([
    ['  Grace Chapel  ', 'Grace Chapel'],
    ['Jose\u0301', 'José'],
    ["O'Brien-Łukasz", "O'Brien-Łukasz"],
    ['李 小龍', '李 小龍'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ["Robert'); DROP TABLE users;--", "Robert'); DROP TABLE users;--"],
    ['<b>bold</b>', '<b>bold</b>'],
  ])('%j is normalized to %j', (typed, kept) => {
    expect(short.parse(typed)).toBe(kept);
  });

  it.each([
    ['a NUL byte', 'Grace\u0000Chapel'],
    ['an escape', 'Grace\u001B[31m'],
    ['a lone surrogate', 'Grace \uD800'],
    ['a reversed direction', 'Grace \u202Elepahc'],
    ['an isolate', 'Grace \u2066Chapel'],
    ['a line break', 'Grace\nChapel'],
    ['nothing but blanks', '     '],
    ['one character', 'G'],
    ['one character of two units', '👋'],
    ['101 characters', 'x'.repeat(101)],
    ['a number', 42],
    ['a list', ['Grace']],
    ['null', null],
    ['nothing', undefined],
  ])('is refused with %s', (_what, typed) => {
    expect(refused(short, typed)).toEqual([SAY]);
  });

  it('is counted by code points, not by UTF-16 units', () => {
    expect(short.safeParse('👋'.repeat(100)).success).toBe(true);
    expect(short.safeParse('👋'.repeat(101)).success).toBe(false);
  });

  it('is always normalized and trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (typed) => {
        const { success, data } = short.safeParse(typed);
        if (success) expect(data).toBe(typed.normalize('NFC').trim());
        else expect(refused(short, typed)).toEqual([SAY]);
      }),
      { numRuns: 500 },
    );
  });

  it('does not change when parsed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 2 }), (typed) => {
        const { success, data } = short.safeParse(typed);
        if (success) expect(short.parse(data)).toBe(data);
      }),
    );
  });
});

describe('an optional text', () => {
  it.each([undefined, null, '', '   '])('is empty for %j', (left) => {
    expect(long.parse(left)).toBe('');
  });

  it('may have several lines if the field allows them', () => {
    expect(long.parse('one\ntwo')).toBe('one\ntwo');
    expect(long.parse('one\r\ntwo\rthree')).toBe('one\ntwo\nthree');
    expect(optionalText(SAY, 20).safeParse('one\ntwo').success).toBe(false);
  });

  it.each([['x'.repeat(21)], [7], [{}], ['a\u0000b']])('is refused for %j', (typed) => {
    expect(refused(long, typed)).toEqual([SAY]);
  });
});
