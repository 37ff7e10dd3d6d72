import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { email, optionalText, phone, text, unlinked } from './text.ts';

const SAY = 'Say it properly';
const SHORTEN = 'Please shorten this text';
const HIDDEN = 'This text has hidden characters. Please type it again';
const LINK = 'Please leave out links and email addresses';
const FOREIGN = 'This is a number of another country. Please enter a US phone number';
const short = text(SAY, { min: 2, max: 100 });
const long = optionalText(SAY, 20, { lines: true });
const name = text(SAY, { min: 2, max: 100, name: true });

const refused = (schema: typeof short | typeof long | typeof phone, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ message }) => message);
};

/** The text in NFC without white space and invisible characters. */
const withoutBlanks = (given: string) => given.replaceAll(/[\s\u0085\p{DI}]/gu, '').normalize('NFC');

describe('a typed text', () => {
  it.each([
    ['  Grace Chapel  ', 'Grace Chapel'],
    ['Jose\u0301', 'José'],
    ["O'Brien-Łukasz", "O'Brien-Łukasz"],
    ['李 小龍', '李 小龍'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ["Robert'); DROP TABLE users;--", "Robert'); DROP TABLE users;--"],
    ['<b>bold</b>', '<b>bold</b>'],
    ['Mary\tAnn', 'Mary Ann'],
    ['Grace\r\nChapel', 'Grace Chapel'],
    ['Grace\u2028Chapel', 'Grace Chapel'],
    ['Grace\u0085Chapel', 'Grace Chapel'],
    ['Grace\u00A0 \u3000Chapel', 'Grace Chapel'],
    ['\u200B\uFEFF Grace Chapel \u2060\u200F', 'Grace Chapel'],
    ['\u202A(Grace) Chapel\u202C', '(Grace) Chapel'],
    ['Grace\u00AD Cha\u200Bpel', 'Grace Chapel'],
    ['Grace \u2063\u2063Chapel', 'Grace Chapel'],
    ['We ❤️', 'We ❤️'],
    [
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    ],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ])('%j is normalized to %j', (typed, kept) => {
    expect(short.parse(typed)).toBe(kept);
  });

  it.each([
    ['nothing but blanks', '     ', SAY],
    ['nothing but invisible characters', '\u200B\u2060\uFEFF\u200E', SAY],
    ['one character', 'G', SAY],
    ['one character of two units', '👋', SAY],
    ['a number', 42, SAY],
    ['a list', ['Grace'], SAY],
    ['null', null, SAY],
    ['nothing', undefined, SAY],
    ['101 characters', 'x'.repeat(101), SHORTEN],
    ['a NUL byte', 'Grace\u0000Chapel', HIDDEN],
    ['an escape', 'Grace\u001B[31m', HIDDEN],
    ['a lone surrogate', 'Grace \uD800', HIDDEN],
    ['a reversed direction', 'Grace \u202Elepahc', HIDDEN],
    ['an isolate', 'Grace \u2066Chapel', HIDDEN],
    ['31 marks on a letter', `Gra${'\u0301'.repeat(31)}ce`, HIDDEN],
    [
      '62 marks with an invisible character between them',
      `G${'\u0301'.repeat(30)}\u200B${'\u0301'.repeat(30)}`,
      HIDDEN,
    ],
  ])('is refused with %s', (_what, typed, message) => {
    expect(refused(short, typed)).toEqual([message]);
  });

  it('is counted by code points, not by UTF-16 units', () => {
    expect(short.safeParse('👋'.repeat(100)).success).toBe(true);
    expect(short.safeParse('👋'.repeat(101)).success).toBe(false);
  });

  it('loses nothing that is seen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (typed) => {
        const { success, data } = short.safeParse(typed);
        if (success) expect(withoutBlanks(data)).toBe(withoutBlanks(typed));
        else expect([[SAY], [SHORTEN], [HIDDEN]]).toContainEqual(refused(short, typed));
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

describe('a name', () => {
  it.each([
    'The Loft @ Grace',
    'Youth@Hope',
    'Chi Alpha @ UT',
    'The Well @ 5th Street',
    'The Well @ St. Paul',
    'J.R. Smith',
    'John 3.16 Church',
    'Hope...',
    'C3',
    '李龍',
    'Łø',
  ])('can be %j', (typed) => expect(name.parse(typed)).toBe(typed));

  it.each([
    'https://evil.example',
    'www.evil.example',
    'WWW.x',
    'mary@evil.example',
    'ｗｗｗ．evil',
    'mary＠evil．example',
    'ww\u200Dw.evil',
    'lampstand-login.com/verify',
    'evil.co',
    'evil\u3002com',
    'evil．ＣＯＭ',
    'evil.рф',
    'evil.भारत',
    'evil.c\u200Dom',
  ])('cannot hold the link or address %j', (link) => {
    for (const typed of [link, `Grace ${link}`, `Grace (${link}) Chapel`]) expect(refused(name, typed)).toEqual([LINK]);
  });

  it.each(['--', '..', 'A.', '👋👋', '\u3164\u3164', '\u115F\u1160', '\uFE0F\uFE0F', '\u2800\u2800', '\u0301\u0301'])(
    'has two letters or digits, which %j has not',
    (typed) => expect(refused(name, typed)).toEqual([SAY]),
  );

  it.each([
    ['too long', 'x'.repeat(101), SHORTEN],
    ['of hidden characters', 'Grace\u0007', HIDDEN],
  ])('that is %s is refused with that reason', (_what, typed, message) => {
    expect(refused(name, typed)).toEqual([message]);
  });
});

describe('the links of a text', () => {
  it('become plain text, and its sentences stay as they are', () => {
    const typed = 'See https://evil.example/a.b, www.evil.co or evil。com. We lead 3.5 groups. It helps...';
    expect(unlinked(typed)).toBe(
      'See https[:]//evil[.]example/a[.]b, www[.]evil[.]co or evil[。]com. We lead 3.5 groups. It helps...',
    );
  });
});

describe('an optional text', () => {
  it.each([undefined, null, '', '   '])('is empty for %j', (left) => {
    expect(long.parse(left)).toBe('');
  });

  it('may have several lines if the field allows them', () => {
    expect(long.parse('one\n  two')).toBe('one\n  two');
    expect(long.parse('one\r\ntwo\rthree\u2028four')).toBe('one\ntwo\nthree\nfour');
    expect(optionalText(SAY, 20).parse('one\ntwo')).toBe('one two');
  });

  it.each([
    ['x'.repeat(21), SHORTEN],
    [7, SAY],
    [{}, SAY],
    ['a\u0000b', HIDDEN],
  ])('is refused for %j', (typed, message) => {
    expect(refused(long, typed)).toEqual([message]);
  });
});

describe('an email address', () => {
  it.each([
    'youth&family@church.example',
    "o'leary@church.example",
    'o&leary@church.example',
    'a/b@church.example',
    'a+b@church.example',
    '_a@14.church',
    'mary@xn--80akhbyknj4f.xn--p1ai',
  ])('can be %j', (typed) => expect(email.parse(` ${typed} `)).toBe(typed));

  it.each([
    ['pastor@gnadenkirche-münchen.example', 'pastor@xn--gnadenkirche-mnchen-jbc.example'],
    ['pastor@церковь.рф', 'pastor@xn--b1afpqi8a9b.xn--p1ai'],
    ['mary@ｇｍａｉｌ．ｃｏｍ', 'mary@gmail.com'],
    ['mary@church.example\u200B', 'mary@church.example'],
  ])('at an internationalized domain, %j, is stored as %j', (typed, stored) => {
    expect(email.parse(typed)).toBe(stored);
    expect(email.parse(stored)).toBe(stored);
  });

  it.each([
    '',
    'ruth',
    'ruth@church',
    'ruth@@church.example',
    '@church.example',
    'ruth@church.example.',
    'ruth@1.2.3.4',
    'ruth@[::1]',
    'josé@church.example',
    'ruth lee@church.example',
    'ruth@church.example/ü',
    'ruth@church.example?ü',
    'ruth@church.example#ü',
    'ruth@mary@chürch.example',
    'ruth@chürch.example:80',
    'ruth@a%20ü.example',
    'ruth@１.2.3.4',
    '\u200Bruth@church.example',
    `ruth@${'ü'.repeat(64)}.example`,
    `${'x'.repeat(250)}@a.co`,
  ])('cannot be %j', (typed) => expect(refused(email, typed)).toEqual(['Please enter a valid email address']));
});

describe('a phone number of a call', () => {
  it.each(['5125550142', '(012) 555-0123', '112 555 0123', '512 155 0142', '+1 242 555 0142', '0114420794'])(
    'is any ten digits, as in %j',
    (typed) => expect(phone.parse(typed)).toBe(typed.replaceAll(/\D/g, '').slice(-10)),
  );

  it.each(['+44 20 7946 0958', '011 44 20 7946 0958', '+52 55 1234 5678'])('is not the foreign %j', (typed) => {
    expect(refused(phone, typed)).toEqual([FOREIGN]);
  });
});
