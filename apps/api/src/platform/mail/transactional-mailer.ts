import {
  type CappedMail,
  MAIL_KINDS,
  type MailCap,
  type MailFact,
  mailKey,
  mailKindOf,
  type MailKindName,
  type UncappedMail,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReactElement } from 'react';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { queryPrepared } from '../database/queries.ts';
import type { QueueOptions } from '../jobs/jobs.ts';
import { log } from '../logging.ts';
import { Limiter } from '../limits/limiter.ts';
import type { LimitName } from '../limits/limits.ts';
import { Semaphore } from '../semaphore.ts';
import { costOfMail } from './mail-budget.ts';
import { MailCopies } from './mail-copies.ts';
import { SentMail } from './sent-mail.entity.ts';
import { BouncedError, type Mail, type MailDraft, Mailer, mailsAtOnce } from './mailer.ts';

type MailOutcome = 'sent' | 'bounced' | 'known';

interface Sending {
  key: string;
  subjectId: number;
  mail: Mail;
  copy: Buffer | null;
  /** Set when the mail server has answered. */
  outcome?: 'sent' | 'bounced';
}

/** Whose mails staff can read again. */
const COPIED: ReadonlySet<string> = new Set([
  'visitor',
  'customer',
  'customer at another address',
  'applicant',
  'requester',
  'recipient of the mail',
  'another person',
]);

/** Queue options for mails to all customers: a remote mail server takes half a second per mail. */
export const BULK_MAIL: QueueOptions = { concurrency: 5 };

/** A slow mail server must not hit the session timeout, because the retry would send a second copy. */
const MAIL_TIMEOUT = '2min';
const EXTEND_TIMEOUT = `set_config('idle_in_transaction_session_timeout', '${MAIL_TIMEOUT}', true)`;

const INSERT = `
  INSERT INTO sent_mails (key, subject_id, message_id, outcome) VALUES ($1, $2, $3, 'pending') ON CONFLICT DO NOTHING
  RETURNING outcome, ${EXTEND_TIMEOUT}`;
const LOCK = `SELECT outcome, ${EXTEND_TIMEOUT} FROM sent_mails WHERE key = $1 FOR UPDATE`;
const RECORD = `
  INSERT INTO sent_mails AS mail (key, outcome, settled_at, copy, subject_id, message_id) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (key) DO UPDATE SET outcome = $2, settled_at = $3, copy = $4 WHERE mail.outcome = 'pending'`;
/** Shorter than the lease of a job, after which another worker sends the mail again. */
const RECORD_WITHIN_MS = 60_000;
const RECORD_AGAIN_MS = 500;

/**
 * Sends each mail once: the row of its key in `sent_mails` stays locked while the mail is sent. That also holds a database
 * connection, so at most a quarter of the pool sends at the same time.
 */
@Injectable()
export class TransactionalMailer {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly limiter: Limiter,
    private readonly copies: MailCopies,
  ) {
    this.semaphore = new Semaphore(mailsAtOnce(settings));
  }

  /**
   * Sends `mail` unless one of this kind was sent for the same fact before ('known'). Throws on a temporary failure, for the caller's job to retry. A
   * second copy, with the same Message-ID, is possible only when the process dies between the server's 250 and our commit, or
   * when the database is away for more than a minute from then on.
   */
  async send<Kind extends UncappedMail>(
    kind: Kind,
    fact: MailFact<Kind>,
    subjectId: number,
    mail: MailDraft,
  ): Promise<MailOutcome> {
    return this.sendOnce(kind, mailKey(kind, fact), subjectId, mail);
  }

  private async sendOnce(
    kind: MailKindName,
    key: string,
    subjectId: number,
    { body, ...envelope }: MailDraft,
  ): Promise<MailOutcome> {
    const messageId = this.messageIdOf(key);
    let outcome: MailOutcome | 'failed' = 'failed';
    try {
      return (outcome = await this.semaphore.run(async () => {
        const mail = { ...envelope, ...(await rendered(body)), messageId, date: this.clock.now() };
        const copy = COPIED.has(MAIL_KINDS[kind].to) ? this.copies.encrypt(key, mail) : null;
        return this.sendAndRecord({ key, subjectId, mail, copy });
      }));
    } finally {
      log.info({ mail: key, messageId, outcome }, 'mail');
    }
  }

  private async sendAndRecord(sending: Sending): Promise<MailOutcome> {
    try {
      return await this.dataSource.transaction((tx) => this.sendInTransaction(tx, sending));
    } catch (error) {
      if (!sending.outcome) throw error;
      // The mail server accepted or refused the mail, but the transaction was lost.
      await this.recordAgain(sending);
      return sending.outcome;
    }
  }

  private async sendInTransaction(tx: EntityManager, sending: Sending): Promise<MailOutcome> {
    const { key, subjectId, mail } = sending;
    const [inserted] = await queryPrepared<{ outcome: string }>(tx, INSERT, [key, subjectId, mail.messageId]);
    const [row] = inserted ? [inserted] : await queryPrepared<{ outcome: string }>(tx, LOCK, [key]);
    if (row?.outcome !== 'pending') return 'known';
    sending.outcome = await this.attempt(mail);
    await queryPrepared(tx, RECORD, this.recordOf(sending));
    return sending.outcome;
  }

  private recordOf({ key, outcome, copy, subjectId, mail }: Sending): unknown[] {
    return [key, outcome, this.clock.now(), copy, subjectId, mail.messageId];
  }

  /** Records the outcome outside of the lost transaction, as soon as the database answers. */
  private async recordAgain(sending: Sending): Promise<void> {
    for (const end = performance.now() + RECORD_WITHIN_MS; ; await sleep(RECORD_AGAIN_MS)) {
      try {
        await this.dataSource.query(RECORD, this.recordOf(sending));
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
      }
    }
  }

  /**
   * Stores a mail in the transaction of its fact, for `sendStored` in a job: its address is stored nowhere else, and here it is
   * encrypted and deleted with the person.
   */
  async store<Kind extends UncappedMail>(
    tx: EntityManager,
    kind: Kind,
    fact: MailFact<Kind>,
    subjectId: number,
    { body, ...envelope }: MailDraft,
  ): Promise<string> {
    const key = mailKey(kind, fact);
    const copy = this.copies.encrypt(key, { ...envelope, html: (await rendered(body)).html });
    await tx.insert(SentMail, { key, subjectId, messageId: this.messageIdOf(key), outcome: 'pending', copy });
    return key;
  }

  /** Sends a stored mail once; 'known' also when it was deleted with its person. */
  async sendStored(key: string): Promise<MailOutcome> {
    const stored = await this.dataSource.getRepository(SentMail).findOne({
      where: { key },
      select: { key: true, subjectId: true, copy: true },
    });
    const mail = stored && this.copies.decrypt(key, stored.copy);
    const kind = mailKindOf(key);
    if (!mail || !kind) return 'known';
    const { html, ...envelope } = mail;
    return this.sendOnce(kind, key, stored.subjectId, { ...envelope, body: html });
  }

  private messageIdOf(key: string): string {
    return `<${key.replace(/[^\w.-]/g, '.')}@${this.settings.MAIL_FROM.split('@')[1]}>`;
  }

  /**
   * `send` for mails that anyone can trigger for any address: beyond the limit `cap` per mailbox, and those of `costOfMail`, the mail
   * is dropped ('capped'). Attempts that send nothing are refunded. Without a cap, who asked for the mail has paid for it.
   */
  async sendCapped<Kind extends CappedMail>(
    cap: (MailCap<Kind> & LimitName) | 'paid',
    kind: Kind,
    fact: MailFact<Kind>,
    subjectId: number,
    mail: MailDraft,
  ): Promise<MailOutcome | 'capped'> {
    const cost = cap === 'paid' ? [] : costOfMail(cap, mail.to);
    if (!(await this.limiter.hasConsumedAll(cost))) return 'capped';
    let outcome: MailOutcome | undefined;
    try {
      return (outcome = await this.sendOnce(kind, mailKey(kind, fact), subjectId, mail));
    } finally {
      if (!outcome || outcome === 'known') await this.limiter.refundAll(cost);
    }
  }

  private async attempt(mail: Mail): Promise<'sent' | 'bounced'> {
    try {
      await this.mailer.send(mail);
      return 'sent';
    } catch (error) {
      if (error instanceof BouncedError) return 'bounced';
      throw error;
    }
  }
}

/** A mail's body as HTML, and as the plain text that accompanies it. The renderer is loaded with the first mail. */
export async function rendered(body: ReactElement | string): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render');
  const html = typeof body === 'string' ? body : await render(body);
  // A mail program would take a mark after a link for a part of it.
  const text = toPlainText(html).replaceAll(/(https?:\/\/\S*[\w/-])(?=[^\s\w/-]{1,3}(?:\s|$))/g, '$1 ');
  return { html, text };
}
