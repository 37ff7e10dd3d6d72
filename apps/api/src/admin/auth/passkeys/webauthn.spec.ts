import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './webauthn.ts';

describe('the relying party of passkeys', () => {
  it.each([
    ['https://lampstand.church', 'lampstand.church', 'https://lampstand.church'],
    ['https://www.lampstand.church:8443/', 'www.lampstand.church', 'https://www.lampstand.church:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
    ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ])('at %s is %s', (siteUrl, id, origin) => expect(relyingPartyOf(siteUrl)).toEqual({ id, origin }));
});
