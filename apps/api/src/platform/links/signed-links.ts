import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';

const NEVER = '0';

/**
 * Tokens for links in mails: they name a subject, are good for one purpose, and end when they say so. Nothing is stored;
 * LINK_SECRETS is a list, so that a secret can be replaced while links signed with the old one still work.
 */
@Injectable()
export class SignedLinks {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** A token that `read` takes for `purpose` until `expiresAt`, or for ever. */
  sign(purpose: string, subject: number | string, expiresAt?: Date): string {
    const ends = expiresAt ? String(Math.ceil(expiresAt.getTime() / 1000)) : NEVER;
    const claim = Buffer.from(`${ends}.${subject}`).toString('base64url');
    return `${claim}.${signatureOf(this.settings.linkSecrets[0]!, purpose, claim)}`;
  }

  /** The subject of a token made for `purpose`. Undefined when it is forged, for something else, or has ended. */
  read(purpose: string, token: string): string | undefined {
    const [claim = '', signature = ''] = token.split('.', 2);
    const genuine = this.settings.linkSecrets.map((secret) => same(signatureOf(secret, purpose, claim), signature));
    if (!genuine.includes(true) || token !== `${claim}.${signature}`) return undefined;
    const [, ends = '', subject = ''] = /^(\d+)\.(.*)$/s.exec(Buffer.from(claim, 'base64url').toString()) ?? [];
    const over = ends !== NEVER && Number(ends) * 1000 <= this.clock.now().getTime();
    return over ? undefined : subject;
  }
}

const signatureOf = (secret: string, purpose: string, claim: string): string =>
  createHmac('sha256', secret).update(`link\n${purpose}\n${claim}`).digest('base64url');

const same = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};
