import { describe, expect, it } from 'vitest';
import { passwordProblem } from '../../platform/password-rules.ts';
import { enrolmentUri, hashPassword, isPassword, newTotpSecret, totpPeriodOf } from './credentials.ts';

const EMAIL = 'grace@lampstand.example';

describe('a staff password', () => {
  it('is compared unchanged, at any length and in any script', async () => {
    for (const password of ['a lamp on its stand', '灯台の上のともし火は皆を照らすから', `${'x'.repeat(72)}tail`]) {
      const hash = await hashPassword(password);
      expect(await isPassword(hash, password, 'known')).toBe(true);
      for (const other of [`${password} `, ` ${password}`, password.slice(0, -1), ''])
        expect(await isPassword(hash, other, 'known')).toBe(false);
    }
  });

  it('matches however the keyboard composes its letters', async () => {
    expect(await isPassword(await hashPassword('lumière sur le pied'), 'lumie\u0300re sur le pied', 'known')).toBe(
      true,
    );
  });

  it('is never accepted for an account that does not exist', async () => {
    expect(await isPassword(undefined, 'a password that no one has', 'known')).toBe(false);
  });

  it('waits in a short queue, and known browsers do not wait for strangers', async () => {
    const passwordHash = await hashPassword('a lamp on its stand');
    const guesses = Array.from({ length: 30 }, () => isPassword(passwordHash, 'a guess', 'strangers'));
    const known = isPassword(passwordHash, 'a lamp on its stand', 'known');
    const answers = await Promise.allSettled(guesses);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ reason: { code: 503, message: expect.stringMatching(/wait a few seconds/) } });
    expect(await known).toBe(true);
    expect(await isPassword(passwordHash, 'a lamp on its stand', 'strangers')).toBe(true);
  });

  it('is hashed by argon2id with 19 MiB and two passes at least', async () => {
    const [, memory, passes, lanes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(await hashPassword('a lamp on its stand')) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(Number(lanes)).toBe(1);
  });

  it('is salted: equal passwords have different hashes', async () => {
    expect(await hashPassword('a lamp on its stand')).not.toBe(await hashPassword('a lamp on its stand'));
  });

  it.each(['a lamp on its stand', 'fifteen letters', '🕯️'.repeat(8) + 'a lamp', 'x'.repeat(190) + ' a lamp'])(
    'can be %s',
    (password) => expect(passwordProblem(password, EMAIL)).toBeUndefined(),
  );

  it.each([
    ['fourteen chars', /15 to 200/],
    ['a lamp'.repeat(40), /15 to 200/],
    ['aaaaaaaaaaaaaaaaaaaa', /different characters/],
    ['1212121212121212', /different characters/],
    [`Grace@Lampstand.example1`, /email/],
  ])('cannot be %s', (password, reason) => expect(passwordProblem(password, EMAIL)).toMatch(reason));
});

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
    expect(totpPeriodOf(SECRET, code, 0, new Date(seconds * 1000))).toBe(periodAt(seconds));
    expect(totpPeriodOf(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, 0, new Date(seconds * 1000))).toBe(
      periodAt(seconds),
    );
  });

  it('is valid one period early or late, and no longer', () => {
    const [seconds, code] = CODES[3]!;
    for (const late of [-30, 30])
      expect(totpPeriodOf(SECRET, code, 0, new Date((seconds + late) * 1000))).toBe(periodAt(seconds));
    for (const late of [-60, 60])
      expect(totpPeriodOf(SECRET, code, 0, new Date((seconds + late) * 1000))).toBeUndefined();
  });

  it('is invalid after it, or a later one, was used', () => {
    const [seconds, code] = CODES[2]!;
    expect(totpPeriodOf(SECRET, code, periodAt(seconds) - 1, new Date(seconds * 1000))).toBe(periodAt(seconds));
    expect(totpPeriodOf(SECRET, code, periodAt(seconds), new Date(seconds * 1000))).toBeUndefined();
    expect(totpPeriodOf(SECRET, code, periodAt(seconds) + 1, new Date(seconds * 1000))).toBeUndefined();
  });

  it('is invalid with another secret, or in another format', () => {
    const [seconds, code] = CODES[0]!;
    expect(totpPeriodOf(newTotpSecret(), code, 0, new Date(seconds * 1000))).toBeUndefined();
    for (const junk of ['', '28708', '2870822', 'abcdef'])
      expect(totpPeriodOf(SECRET, junk, 0, new Date(seconds * 1000))).toBeUndefined();
  });
});

describe('the secret of an authenticator app', () => {
  it('has 160 random bits, and a URI that names the account', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrolmentUri(SECRET, 'Lampstand', 'grace@lampstand.example')).toBe(
      `otpauth://totp/Lampstand:grace%40lampstand.example?issuer=Lampstand&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
