import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from './clock/clock.ts';
import { Settings } from './config/index.ts';

/** Earlier releases signed every purpose with the secret itself. The links in their mails have ended by this day. */
const SIGNED_DIRECTLY_UNTIL = Date.parse('2027-01-31T00:00:00Z');

/**
 * Tokens for links in mails: they name a subject, are good for one purpose, and end when they say so. Nothing is stored;
 * LINK_SECRETS is a list, so that a secret can be replaced while links signed with the old one still work. Each purpose
 * has a key of its own, derived from the secret.
 */
@Injectable()
export class SignedLinks {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** A token that `read` takes for `purpose` until `expiresAt`. */
  sign(purpose: string, subject: number | string, expiresAt: Date): string {
    const ends = Math.ceil(expiresAt.getTime() / 1000);
    const claim = Buffer.from(`${ends}.${subject}`).toString('base64url');
    return `${claim}.${signatureOf(this.settings.linkSecrets[0]!, purpose, claim)}`;
  }

  /** The subject of a token made for `purpose`. Undefined when it is forged, for something else, or has ended. */
  verify(purpose: string, token: string): string | undefined {
    const [claim = '', signature = ''] = token.split('.', 2);
    const [, ends = '', subject = ''] = /^(\d+)\.(.*)$/s.exec(Buffer.from(claim, 'base64url').toString()) ?? [];
    const endsAt = Number(ends) * 1000;
    const signers = endsAt <= SIGNED_DIRECTLY_UNTIL ? [signatureOf, directSignatureOf] : [signatureOf];
    const genuine = signers.flatMap((signer) =>
      this.settings.linkSecrets.map((secret) => same(signer(secret, purpose, claim), signature)),
    );
    if (!genuine.includes(true) || token !== `${claim}.${signature}`) return undefined;
    return endsAt <= this.clock.now().getTime() ? undefined : subject;
  }
}

const signatureOf = (secret: string, purpose: string, claim: string): string => {
  const key = hkdfSync('sha256', secret, '', `lampstand link\n${purpose}`, 32);
  return createHmac('sha256', Buffer.from(key)).update(claim).digest('base64url');
};

const directSignatureOf = (secret: string, purpose: string, claim: string): string =>
  createHmac('sha256', secret).update(`link\n${purpose}\n${claim}`).digest('base64url');

const same = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};
