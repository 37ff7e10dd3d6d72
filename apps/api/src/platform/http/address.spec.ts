import { expect, it } from '@jest/globals';
import { addressOf } from './address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8::1]:5678', '2001:db8::1'],
  ['203.0.113.7:', null],
  ['unknown', null],
  ['', null],
  [null, null],
])('the address %j is kept as %j', (text, kept) => {
  expect(addressOf(text)).toBe(kept);
});
