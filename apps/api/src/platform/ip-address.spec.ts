import { describe, expect, it } from 'vitest';
import { networkOf, parseIp } from './ip-address.ts';

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
])('the address %j is stored as %j', (text, kept) => {
  expect(parseIp(text)).toBe(kept);
});

describe('the network that a limit counts', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0:0:ffff::7', '2001:db8:0:0::/64'],
    ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:66666', 'unknown'],
    ['anything', 'unknown'],
    ['', 'unknown'],
  ])('of %s is %s', (address, source) => {
    expect(networkOf(address)).toBe(source);
  });

  it.each([
    ['203.0.113.9', '203.0.113.0/24', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24', '203.0.113.0/24'],
    ['2001:db8:1:2345::6', '2001:db8:1:2300::/56', '2001:db8:1::/48'],
    ['2001:db8:1:23ff::6', '2001:db8:1:2300::/56', '2001:db8:1::/48'],
    ['2001:db8:1:2400::6', '2001:db8:1:2400::/56', '2001:db8:1::/48'],
    ['anything', 'unknown', 'unknown'],
  ])('of %s is %s or %s where wider ones count', (address, site, provider) => {
    expect([networkOf(address, 56), networkOf(address, 48)]).toEqual([site, provider]);
  });
});
