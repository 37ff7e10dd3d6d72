import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Settings } from '../config/index.ts';
import { decrypt, encrypt, type Place } from '../encryption.ts';
import { ERASED_MAIL, SentMail } from './sent-mail.entity.ts';

/** A mail as it was sent. */
export interface MailCopy {
  to: string;
  subject: string;
  html: string;
  replyTo?: string;
}

/**
 * Copies of sent mails, encrypted because their links open plans and sign-ups: who reads the database only must not be able
 * to use them. The first of LINK_SECRETS encrypts; all of them decrypt. A copy is bound to the key of its mail.
 */
@Injectable()
export class MailCopies {
  constructor(private readonly settings: Settings) {}

  /** The compressed copy, encrypted. */
  encrypt(key: string, copy: MailCopy): Buffer {
    return encrypt(this.settings.linkSecrets[0]!, placeOf(key), gzipSync(JSON.stringify(copy)));
  }

  /** Undefined without a copy, and when its secret is no longer among LINK_SECRETS. */
  decrypt(key: string, copy: Buffer | null): MailCopy | undefined {
    const content = copy && decrypt(this.settings.linkSecrets, placeOf(key), copy);
    return content ? (JSON.parse(gunzipSync(content).toString()) as MailCopy) : undefined;
  }

  /** The words of a mail. A link keeps its page only, because the rest may be a password: `https://lampstand.example/plan`. */
  async textOf({ html }: MailCopy): Promise<string> {
    const { toPlainText } = await import('@react-email/render');
    return this.withShortLinks(toPlainText(html));
  }

  withShortLinks(text: string): string {
    const { origin: site } = new URL(this.settings.SITE_URL);
    return text.replaceAll(/https?:\/\/[^\s<>)\]]+/g, (link) => {
      const { origin, pathname } = new URL(link);
      return origin === site ? `${origin}${pathname}` : origin;
    });
  }
}

/** Deletes the copies of what was mailed about these subjects; that the mails were sent stays known. */
export const deleteMailCopies = (tx: EntityManager, subjectIds: number[]): Promise<unknown> =>
  tx.update(SentMail, { subjectId: In(subjectIds) }, ERASED_MAIL);

const placeOf = (key: string): Place => ({ purpose: 'mail copy', row: key });
