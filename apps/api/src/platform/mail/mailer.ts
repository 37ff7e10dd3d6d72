import type { ReactElement } from 'react';
import type { HealthCheck } from '../health/health-check.ts';
import type { Settings } from '../config/index.ts';

/** A mail to one recipient. `messageId` is the same for all copies of a mail. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  date: Date;
  /** Default: support. */
  replyTo?: string;
  /** For newsletters: the one-click unsubscribe link (RFC 8058). */
  unsubscribeLink?: string;
}

/** `body` is a template, or the HTML of a mail that was sent before. */
export type MailDraft = Omit<Mail, 'messageId' | 'date' | 'html' | 'text'> & { body: ReactElement | string };

/** The recipient's address was refused permanently: do not retry. */
export class BouncedError extends Error {}

/** A mail holds a connection to the database while it is sent: at most a quarter of them. */
export const mailsAtOnce = ({ DATABASE_POOL }: Settings): number => Math.ceil(DATABASE_POOL / 4);

/** Port to the mail server. */
export abstract class Mailer {
  /** Resolves when the mail server has accepted the mail. Throws BouncedError for a permanent refusal; other errors are temporary. */
  abstract send(mail: Mail): Promise<void>;
  /** Checks that the mail server is reachable and accepts the sender. Sends nothing and never throws. */
  abstract checkHealth(): Promise<HealthCheck[]>;
}
