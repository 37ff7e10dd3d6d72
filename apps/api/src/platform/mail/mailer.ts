import type { ReactElement } from 'react';
import type { HealthCheck } from '../../doctor/health-check.ts';

/** One mail to one person. `messageId` is stable: copies of the same mail carry the same one. */
export interface Mail {
  to: string;
  subject: string;
  body: ReactElement;
  messageId: string;
  /** When it was written. */
  date: Date;
  /** Who reads an answer to it: support, unless said otherwise. */
  replyTo?: string;
  /** Where a letter is unsubscribed from with one click, by a page or by the mail program itself (RFC 8058). */
  unsubscribeLink?: string;
}

/** A mail as whoever wants it sent hands it over. */
export type MailDraft = Omit<Mail, 'messageId' | 'date'>;

/** The address will never take this mail: do not try again. */
export class BouncedError extends Error {}

/** Hands mails to the outside world. */
export abstract class Mailer {
  /** Resolves once the mail server has taken it; throws Bounced for a permanent refusal, anything else for a passing one. */
  abstract send(mail: Mail): Promise<void>;
  /** Looks whether the mail server is there and takes the sender. Sends nothing and never throws. */
  abstract check(): Promise<HealthCheck>;
}
