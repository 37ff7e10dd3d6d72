import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { SignedLinks } from '../platform/signed-links.ts';

const CONFIRM = 'newsletter.confirm';
const UNSUBSCRIBE = 'newsletter.unsubscribe';
const CONFIRM_DAYS = 7;
const UNSUBSCRIBE_DAYS = 5 * 365;

/** The two links of the letters. Opening one changes nothing: a page asks first, or the mail program posts. */
@Injectable()
export class NewsletterLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  confirm(id: number, askedAt: Date): string {
    const token = this.links.sign(CONFIRM, `${id}:${askedAt.getTime()}`, daysAfter(this.clock.now(), CONFIRM_DAYS));
    return `${this.settings.SITE_URL}/newsletter/confirm?token=${token}`;
  }

  /** Works for five years after its letter: who wants to go may go. */
  unsubscribe(id: number): string {
    const token = this.links.sign(UNSUBSCRIBE, id, daysAfter(this.clock.now(), UNSUBSCRIBE_DAYS));
    return `${this.settings.SITE_URL}/newsletter/unsubscribe?token=${token}`;
  }

  /** The subscription that a token confirms and when it was asked for, if it is genuine. */
  confirmedBy(token: string): { id: number; askedAt: Date } | undefined {
    // A link of before the time was part of it is older than any unsubscribing.
    const [, id, askedAt = 0] = /^(\d{1,16})(?::(\d{1,15}))?$/.exec(this.links.verify(CONFIRM, token) ?? '') ?? [];
    return id === undefined ? undefined : { id: Number(id), askedAt: new Date(Number(askedAt)) };
  }

  unsubscribedBy(token: string): number | undefined {
    return idOf(this.links.verify(UNSUBSCRIBE, token));
  }
}

const idOf = (subject = ''): number | undefined => (/^\d{1,16}$/.test(subject) ? Number(subject) : undefined);
