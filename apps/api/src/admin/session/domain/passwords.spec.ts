import { describe, expect, it } from '@jest/globals';
import { hashOf, isPassword, weaknessOf } from './passwords.ts';

const EMAIL = 'grace@lampstand.example';

describe('a password of staff', () => {
  it('is the very same text, long or short, in any script', async () => {
    for (const password of ['a lamp on its stand', '灯台の上のともし火は皆を照らすから', `${'x'.repeat(72)}tail`]) {
      const hash = await hashOf(password);
      expect(await isPassword(hash, password)).toBe(true);
      for (const other of [`${password} `, ` ${password}`, password.slice(0, -1), ''])
        expect(await isPassword(hash, other)).toBe(false);
    }
  });

  it('is the same however a keyboard composes its letters', async () => {
    expect(await isPassword(await hashOf('lumière sur le pied'), 'lumie\u0300re sur le pied')).toBe(true);
  });

  it('of nobody is never right', async () => {
    expect(await isPassword(undefined, 'a password that nobody has')).toBe(false);
  });

  it('has salt: two accounts with the same one do not show it', async () => {
    expect(await hashOf('a lamp on its stand')).not.toBe(await hashOf('a lamp on its stand'));
  });

  it.each(['a lamp on its stand', 'fifteen letters', '🕯️'.repeat(8) + 'a lamp', 'x'.repeat(190) + ' a lamp'])(
    'may be %s',
    (password) => expect(weaknessOf(password, EMAIL)).toBeUndefined(),
  );

  it.each([
    ['fourteen chars', /15 to 200/],
    ['a lamp'.repeat(40), /15 to 200/],
    ['aaaaaaaaaaaaaaaaaaaa', /different characters/],
    ['1212121212121212', /different characters/],
    [`Grace@Lampstand.example1`, /e-mail/],
  ])('may not be %s', (password, reason) => expect(weaknessOf(password, EMAIL)).toMatch(reason));
});
