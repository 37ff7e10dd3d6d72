import { describe, expect, it } from '@jest/globals';
import { hashOf, newBrowserKey, withKey } from './browser-key.ts';

describe('the key of a browser', () => {
  it('is random, and stored as its hash only', () => {
    const key = newBrowserKey();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(newBrowserKey()).not.toBe(key);
    expect(withKey([], key)).toEqual([hashOf(key)]);
    expect(hashOf(key)).not.toContain(key);
  });

  it('is kept once, however often the browser comes back', () => {
    expect(withKey([hashOf('one')], 'one')).toEqual([hashOf('one')]);
  });

  it('is kept for the newest five browsers', () => {
    const keys = ['one', 'two', 'three', 'four', 'five', 'six'];
    expect(keys.reduce<string[]>(withKey, [])).toEqual(keys.slice(1).map(hashOf));
  });
});
