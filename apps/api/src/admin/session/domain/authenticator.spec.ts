import { describe, expect, it } from '@jest/globals';
import { enrolmentUri, newSecret, periodOf } from './authenticator.ts';

/** The secret and the last six digits of the codes of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CODES: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];
const periodAt = (seconds: number) => Math.floor(seconds / 30);

describe('a code of an authenticator app', () => {
  it.each(CODES)('at second %i is %s', (seconds, code) => {
    expect(periodOf(SECRET, code, 0, new Date(seconds * 1000))).toBe(periodAt(seconds));
    expect(periodOf(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, 0, new Date(seconds * 1000))).toBe(
      periodAt(seconds),
    );
  });

  it('is good one period early and late, and no longer', () => {
    const [seconds, code] = CODES[3]!;
    for (const late of [-30, 30])
      expect(periodOf(SECRET, code, 0, new Date((seconds + late) * 1000))).toBe(periodAt(seconds));
    for (const late of [-60, 60]) expect(periodOf(SECRET, code, 0, new Date((seconds + late) * 1000))).toBeUndefined();
  });

  it('is not good when it, or a later one, was used before', () => {
    const [seconds, code] = CODES[2]!;
    expect(periodOf(SECRET, code, periodAt(seconds) - 1, new Date(seconds * 1000))).toBe(periodAt(seconds));
    expect(periodOf(SECRET, code, periodAt(seconds), new Date(seconds * 1000))).toBeUndefined();
    expect(periodOf(SECRET, code, periodAt(seconds) + 1, new Date(seconds * 1000))).toBeUndefined();
  });

  it('of another secret, or none, is not good', () => {
    const [seconds, code] = CODES[0]!;
    expect(periodOf(newSecret(), code, 0, new Date(seconds * 1000))).toBeUndefined();
    for (const junk of ['', '28708', '2870822', 'abcdef'])
      expect(periodOf(SECRET, junk, 0, new Date(seconds * 1000))).toBeUndefined();
  });
});

describe('a secret', () => {
  it('has 160 random bits, and an address that says whose it is', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrolmentUri(SECRET, 'Lampstand', 'grace@lampstand.example')).toBe(
      `otpauth://totp/Lampstand:grace%40lampstand.example?issuer=Lampstand&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
