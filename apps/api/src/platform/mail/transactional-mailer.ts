import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { queryRows } from '../database/queries.ts';
import { AppError } from '../http/errors.ts';
import type { QueueOptions } from '../jobs/jobs.ts';
import { Limiter } from '../limits/limiter.ts';
import type { LimitName } from '../limits/limits.ts';
import { BouncedError, type MailDraft, type Mail, Mailer } from './mailer.ts';

export type MailOutcome = 'sent' | 'bounced' | 'known';

/** The queues of mails that everybody gets: a server far away takes half a second for each. */
export const BULK_MAIL: QueueOptions = { workers: 5 };

/** A mail server may answer each of ten commands late; being cut off meanwhile would mean a second copy. */
const LONGEST_SENDING = `SET LOCAL idle_in_transaction_session_timeout = '2min'`;

/**
 * Sends each mail once: the row of its key is held while the mail server is asked, so two jobs cannot both send. That holds a
 * connection, too: a mail server that hangs may have a quarter of them.
 */
@Injectable()
export class TransactionalMailer {
  private readonly turns: Semaphore;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly limiter: Limiter,
  ) {
    this.turns = new Semaphore(Math.ceil(settings.DATABASE_POOL / 4));
  }

  /**
   * Sends `mail` under `key` unless that is done already ('known'). A passing failure throws, and the caller's job
   * tries again. SMTP has no idempotency: a copy, with the same Message-ID, is possible only when the process dies
   * between the server's 250 and our commit.
   */
  async sendOnce(key: string, subjectId: number, mail: MailDraft): Promise<MailOutcome> {
    const messageId = `<${key.replace(/[^\w.-]/g, '.')}@${this.settings.MAIL_FROM.split('@')[1]}>`;
    return this.turns.run(() =>
      this.dataSource.transaction((tx) =>
        this.sendWithin(tx, key, subjectId, { ...mail, messageId, date: this.clock.now() }),
      ),
    );
  }

  private async sendWithin(tx: EntityManager, key: string, subjectId: number, mail: Mail): Promise<MailOutcome> {
    await tx.queryRunner!.query(LONGEST_SENDING);
    await tx.queryRunner!.query(
      `INSERT INTO sent_mails (key, subject_id, message_id, outcome) VALUES ($1, $2, $3, 'pending') ON CONFLICT DO NOTHING`,
      [key, subjectId, mail.messageId],
    );
    const [row] = await queryRows<{ outcome: string }>(tx, 'SELECT outcome FROM sent_mails WHERE key = $1 FOR UPDATE', [
      key,
    ]);
    if (row?.outcome !== 'pending') return 'known';
    const outcome = await this.attempt(mail);
    await tx.queryRunner!.query('UPDATE sent_mails SET outcome = $2, settled_at = $3 WHERE key = $1', [
      key,
      outcome,
      this.clock.now(),
    ]);
    return outcome;
  }

  /**
   * The same for a mail that anybody may cause for anybody's address: `cap` counts what one address is sent, and what is
   * over it is never sent ('capped'). A try that sent nothing counts nothing.
   */
  async sendCapped(cap: LimitName, key: string, subjectId: number, mail: MailDraft): Promise<MailOutcome | 'capped'> {
    const address = createHash('sha256').update(mail.to.toLowerCase()).digest('base64url');
    try {
      await this.limiter.consume(cap, address);
    } catch (error) {
      if (error instanceof AppError) return 'capped';
      throw error;
    }
    let outcome: MailOutcome | undefined;
    try {
      return (outcome = await this.sendOnce(key, subjectId, mail));
    } finally {
      if (!outcome || outcome === 'known') await this.limiter.refund(cap, address);
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

/** Lets so many pieces of work run at once; the others wait for their turn. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free) this.free -= 1;
    else await new Promise<void>((turn) => this.waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
