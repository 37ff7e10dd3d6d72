import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { withoutMark } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from './clock/clock.ts';
import { Settings } from './config/index.ts';

/**
 * Stateless tokens for links in mails: `<claim>.<HMAC-SHA256>`, both base64url, with the claim `<expiry in seconds>.<subject>`.
 * Each purpose has its own key, derived from the secret. The first of LINK_SECRETS signs; all of them verify, so that a
 * secret can be rotated.
 */
@Injectable()
export class SignedLinks {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** A token that `verify` accepts for `purpose` until `expiresAt`. */
  sign(purpose: string, subject: number | string, expiresAt: Date): string {
    const expiry = Math.ceil(expiresAt.getTime() / 1000);
    const claim = Buffer.from(`${expiry}.${subject}`).toString('base64url');
    return `${claim}.${signatureOf(this.settings.linkSecrets[0]!, purpose, claim)}`;
  }

  /** The subject of a token. Undefined when it is forged, made for another purpose, or expired. */
  verify(purpose: string, given: string): string | undefined {
    const token = withoutMark(given);
    const [claim = '', signature = ''] = token.split('.', 2);
    const [, expiry = '', subject = ''] = /^(\d+)\.(.*)$/s.exec(Buffer.from(claim, 'base64url').toString()) ?? [];
    const expiresAt = Number(expiry) * 1000;
    const genuine = this.settings.linkSecrets.map((secret) => same(signatureOf(secret, purpose, claim), signature));
    if (!genuine.includes(true) || token !== `${claim}.${signature}`) return undefined;
    return expiresAt <= this.clock.now().getTime() ? undefined : subject;
  }
}

const signatureOf = (secret: string, purpose: string, claim: string): string => {
  const key = hkdfSync('sha256', secret, '', `lampstand link\n${purpose}`, 32);
  return createHmac('sha256', Buffer.from(key)).update(claim).digest('base64url');
};

const same = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};
