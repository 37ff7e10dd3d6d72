import { describe, expect, it } from 'vitest';
import { hashOf, newBrowserKey, withKey } from './browser-key.ts';

describe('the key of a browser', () => {
  it('is random, and only its hash is stored', () => {
    const key = newBrowserKey();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(newBrowserKey()).not.toBe(key);
    expect(withKey([], key)).toEqual([hashOf(key)]);
    expect(hashOf(key)).not.toContain(key);
  });

  it('is stored once, however often the browser returns', () => {
    expect(withKey([hashOf('one')], 'one')).toEqual([hashOf('one')]);
  });

  it('is stored for the newest five browsers', () => {
    const keys = ['one', 'two', 'three', 'four', 'five', 'six'];
    expect(keys.reduce<string[]>(withKey, [])).toEqual(keys.slice(1).map(hashOf));
  });
});
