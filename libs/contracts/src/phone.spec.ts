import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { findCode, formatPhone, maskEmail, maskPhone, phoneQuestion, tenDigits } from './phone.ts';

const TEN = fc.stringMatching(/^[2-9]\d{9}$/);

describe('a phone number', () => {
  // oxfmt-ignore
  it.each([
    '5125550142', '(512) 555-0142', '512.555.0142', '512 555 0142', '1-512-555-0142', '+1 (512) 555-0142', '15125550142',
    '  512-555-0142 ', '\u202A+1 512 555 0142\u202C',
  ])('is read from %j', (written) => {
    expect(tenDigits(written)).toBe('5125550142');
  });

  it.each([
    '',
    '512555014',
    '51255501421',
    '25125550142',
    '+44 20 7946 0958',
    '+44 207 946 09',
    '+ 52 55 1234 56',
    '011 44 20 7946 0958',
    'call me',
    '١٢٣٤٥٦٧٨٩٠',
  ])('is not read from %j', (written) => {
    expect(tenDigits(written)).toBeUndefined();
  });

  it('has the same digits after formatting, in at most 14 characters', () => {
    fc.assert(
      fc.property(TEN, (digits) => {
        expect(formatPhone(digits)).toHaveLength(14);
        expect(tenDigits(formatPhone(digits))).toBe(digits);
        expect(formatPhone(`+1${digits}`)).toBe(formatPhone(digits));
      }),
    );
  });

  it('of another country stays as it was typed', () => {
    for (const typed of ['+', '+4', '+44 20 7946 0958', ' +52']) expect(formatPhone(typed)).toBe(typed);
    expect(formatPhone('011 44 20 7946 0958')).toBe('011 442079460958');
  });

  it.each([
    ['', ''],
    ['5', '(5'],
    ['+1 512', '(151) 2'],
    ['+1 512 555 0142', '(512) 555-0142'],
    ['512', '(512'],
    ['5125', '(512) 5'],
    ['512555', '(512) 555'],
    ['5125550', '(512) 555-0'],
    ['5125550142', '(512) 555-0142'],
    ['51255501429', '(512) 555-0142'],
    ['no digits', ''],
  ])('typed as %j shows as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });

  it.each(['5125550142', '5555550123', '4165550142', '8765550142', '2425550142'])(
    'of the North American plan, such as %s, raises no question',
    (digits) => expect(phoneQuestion(digits)).toBeUndefined(),
  );

  it.each([
    ['0125550123', 'Please check the number: no area code begins with 0 or 1. To keep it, press the button again.'],
    ['1125550123', 'Please check the number: no area code begins with 0 or 1. To keep it, press the button again.'],
    [
      '5120550142',
      'Please check the number: the three digits after the area code never begin with 0 or 1. To keep it, press the button again.',
    ],
    [
      '5121550142',
      'Please check the number: the three digits after the area code never begin with 0 or 1. To keep it, press the button again.',
    ],
  ])('that cannot exist, such as %s, is asked about with the reason', (digits, question) => {
    expect(phoneQuestion(digits)).toBe(question);
  });

  it('does not change when formatted twice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (typed) => {
        expect(formatPhone(formatPhone(typed))).toBe(formatPhone(typed));
      }),
    );
  });

  it('shows no more than its last four digits when masked', () => {
    expect(maskPhone('5125550142')).toBe('(•••) •••-0142');
  });
});

describe('a code', () => {
  // oxfmt-ignore
  it.each([
    '123456', ' 123-456 ', '1 2 3 4 5 6', 'Your Lampstand verification code is: 123456', '123456 is your code.',
    'Your Lampstand code is 123 456. Do not share it.', 'Code: 123456\n\n@lampstand.example #123456',
    'Code: 123456@lampstand.example #123456', 'G-123456', 'Call (512) 555-0142 for help. Your code: 123456',
  ])('is found in %j', (text) => {
    expect(findCode(text)).toBe('123456');
  });

  it.each([
    '',
    '12345',
    '1234567',
    'code 1234567',
    '(512) 555-0142',
    '512-555-0142',
    '512 555 0142',
    '+1 512 555 0142',
    '5125550142',
    'hello',
  ])('is not found in %j', (text) => {
    expect(findCode(text)).toBeUndefined();
  });
});

describe('an email address', () => {
  it('shows its first letter and its host when masked', () => {
    expect(maskEmail('ruth.okafor@church.example')).toBe('r•••@church.example');
    expect(maskEmail('')).toBe('');
  });
});
