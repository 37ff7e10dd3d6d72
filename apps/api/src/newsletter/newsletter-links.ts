import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { SignedLinks } from '../platform/signed-links.ts';

const CONFIRM = 'newsletter.confirm';
const UNSUBSCRIBE = 'newsletter.unsubscribe';
const CONFIRM_DAYS = 7;
const UNSUBSCRIBE_DAYS = 5 * 365;

/**
 * The two links in newsletter mails. Opening one changes nothing: its page has a button, or the mail program posts (RFC
 * 8058).
 */
@Injectable()
export class NewsletterLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  confirm(id: number, requestedAt: Date): string {
    const token = this.links.sign(CONFIRM, `${id}:${requestedAt.getTime()}`, daysAfter(this.clock.now(), CONFIRM_DAYS));
    return `${this.settings.SITE_URL}/newsletter/confirm?token=${token}`;
  }

  /** Works for five years. */
  unsubscribe(id: number): string {
    const token = this.links.sign(UNSUBSCRIBE, id, daysAfter(this.clock.now(), UNSUBSCRIBE_DAYS));
    return `${this.settings.SITE_URL}/newsletter/unsubscribe?token=${token}`;
  }

  /** The subscription that a token confirms and when it was requested; undefined for an invalid token. */
  readConfirmToken(token: string): { id: number; requestedAt: Date } | undefined {
    const [, id, requestedAt] = /^(\d{1,16}):(\d{1,15})$/.exec(this.links.verify(CONFIRM, token) ?? '') ?? [];
    return id === undefined ? undefined : { id: Number(id), requestedAt: new Date(Number(requestedAt)) };
  }

  readUnsubscribeToken(token: string): number | undefined {
    return idOf(this.links.verify(UNSUBSCRIBE, token));
  }
}

const idOf = (subject = ''): number | undefined => (/^\d{1,16}$/.test(subject) ? Number(subject) : undefined);
