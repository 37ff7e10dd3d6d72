import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Clock } from './clock/clock.ts';
import { Settings } from './config/index.ts';
import { SignedLinks } from './signed-links.ts';

const OLD = 'o'.repeat(43);
const NEW = 'n'.repeat(43);
const NOW = new Date('2026-11-21T12:00:00.000Z');
const LATER = new Date('2026-12-01T00:00:00.000Z');

class AClock extends Clock {
  readonly offsetMs = 0;
  at = NOW;
  now = () => this.at;
}

const linksWith = (secrets: string, clock = new AClock()) =>
  new SignedLinks(Object.assign(new Settings(), { LINK_SECRETS: secrets }), clock);
const links = linksWith(NEW);
/** A token signed with the secret itself, not with the key of its purpose. */
function signedDirectly(text: string): string {
  const claim = Buffer.from(text).toString('base64url');
  return `${claim}.${createHmac('sha256', NEW).update(`link\nplan\n${claim}`).digest('base64url')}`;
}

const subjects = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeNat().map(String));

describe('a signed link', () => {
  it('names the subject it was signed for, and is safe in an address', () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        fc.pre(subject.isWellFormed());
        const token = links.sign('newsletter.confirm', subject, LATER);
        expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
        expect(links.verify('newsletter.confirm', token)).toBe(subject);
      }),
    );
  });

  it('may have the mark behind it that followed it in a text', () => {
    const token = links.sign('plan', 7, LATER);
    for (const mark of [',', '.', ').', '”', '>']) expect(links.verify('plan', token + mark)).toBe('7');
    expect(links.verify('plan', `${token}.more`)).toBeUndefined();
  });

  it('is valid for its purpose only', () => {
    const token = links.sign('newsletter.confirm', 7, LATER);
    for (const purpose of ['newsletter.unsubscribe', 'newsletter', 'newsletter.confirm.', ''])
      expect(links.verify(purpose, token)).toBeUndefined();
  });

  it('expires at its stated time, by the Clock', () => {
    const clock = new AClock();
    const timed = linksWith(NEW, clock);
    const token = timed.sign('plan', 7, new Date('2026-11-28T12:00:00.000Z'));
    clock.at = new Date('2026-11-28T11:59:59.999Z');
    expect(timed.verify('plan', token)).toBe('7');
    clock.at = new Date('2026-11-28T12:00:00.000Z');
    expect(timed.verify('plan', token)).toBeUndefined();
  });

  it('without an expiry is invalid, whatever its signature', () => {
    expect(links.verify('plan', links.sign('plan', 7, new Date(0)))).toBeUndefined();
    expect(links.verify('plan', signedDirectly('0.7'))).toBeUndefined();
  });

  it('is invalid when the secret itself signed it', () =>
    expect(links.verify('plan', signedDirectly(`${LATER.getTime() / 1000}.7`))).toBeUndefined());

  it('is invalid when any character differs', () => {
    const token = links.sign('plan', 1234567890123, new Date('2026-12-01T00:00:00.000Z'));
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'];
    for (let at = 0; at < token.length; at += 1)
      for (const letter of alphabet.filter((each) => each !== token[at]))
        expect(links.verify('plan', token.slice(0, at) + letter + token.slice(at + 1))).toBeUndefined();
  });

  it.each(['', '.', '..', 'a.b', 'MC43', 'MC43.', `MC43.${'A'.repeat(43)}`, '\u0000', 'MC43.é'])(
    'is not %j',
    (token) => {
      expect(links.verify('plan', token)).toBeUndefined();
    },
  );

  it('is invalid with text appended to it', () => {
    const token = links.sign('plan', 7, LATER);
    for (const more of ['.x', ' ', '=', '\n']) expect(links.verify('plan', token + more)).toBeUndefined();
  });

  it('is valid as long as its secret is in the list', () => {
    const token = linksWith(OLD).sign('plan', 7, LATER);
    expect(linksWith(`${NEW},${OLD}`).verify('plan', token)).toBe('7');
    expect(linksWith(NEW).verify('plan', token)).toBeUndefined();
  });

  it('is signed by the first secret of the list', () => {
    const token = linksWith(`${NEW},${OLD}`).sign('plan', 7, LATER);
    expect(linksWith(NEW).verify('plan', token)).toBe('7');
    expect(linksWith(OLD).verify('plan', token)).toBeUndefined();
  });
});
