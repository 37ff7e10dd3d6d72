import { describe, expect, it } from 'vitest';
import { MAIL_KIND_NAMES, mailKey, mailKindOf } from './mail-keys.ts';
import { MAIL_KINDS } from './mail-kinds.ts';

describe('a kind of mail', () => {
  it('is found by its key and by the local part of its Message-ID', () => {
    expect(mailKey('trial-notice-7', [1, 2])).toBe('trial-notice-7:1:2');
    expect(mailKindOf('trial-notice-7:1:2')).toBe('trial-notice-7');
    expect(mailKindOf('trial-notice-7.1.2')).toBe('trial-notice-7');
    for (const other of ['birthday:1', 'constructor:1', '']) expect(mailKindOf(other)).toBeUndefined();
  });

  it.each(MAIL_KIND_NAMES)('%s has a name that can be read back from its key', (kind) => {
    expect(kind).toMatch(/^[a-z\d-]+$/);
  });

  it('repeats no typed words to an address that anyone can enter', () => {
    const unproven = MAIL_KIND_NAMES.filter((kind) => 'caps' in MAIL_KINDS[kind] && MAIL_KINDS[kind].to !== 'customer');
    expect(unproven.map((kind) => MAIL_KINDS[kind].repeats)).toEqual(
      unproven.map(() => expect.stringMatching(/^nothing$|if the phone is proven$/)),
    );
  });
});
