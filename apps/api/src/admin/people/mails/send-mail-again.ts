import { mailPart } from '@lampstand/contracts';
import { ADMIN_ERRORS, type SupportActionAnswer } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { minutesAfter } from '../../../platform/clock/instants.ts';
import { AppError } from '../../../platform/errors.ts';
import { OnJob } from '../../../platform/jobs/decorators.ts';
import { type Job, Jobs } from '../../../platform/jobs/jobs.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { addressKey, TransactionalMailer } from '../../../platform/mail/index.ts';
import { type ActingStaff, Audit } from '../../auth/index.ts';
import { mayBeSentAgain, ReadMail, subjectOf } from './read-mail.ts';

const QUEUE = 'sendMailAgain';
const AUDITED = 'mail sent again';

/** Sends a mail again as it was, to the address that the person has now. */
@Injectable()
export class SendMailAgain {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readMail: ReadMail,
    private readonly mailer: TransactionalMailer,
    private readonly jobs: Jobs,
    private readonly limiter: Limiter,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * A second press within a minute sends nothing. Throws a 409 for a mail that is not sent again, and a 429 beyond the mails
   * that staff may send to one address.
   */
  async execute(key: string, { id: accountId }: ActingStaff): Promise<SupportActionAnswer> {
    const { subjectId } = await this.readMail.require(key);
    const to = await this.addressOf(subjectId);
    if (!mayBeSentAgain(key) || !to) throw new AppError('conflict', ADMIN_ERRORS.mailNotSentAgain);
    const subject = subjectOf(key, subjectId);
    const sent = await this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('mail sent again'), hashtext($1))`, [key]);
      const repeated = await tx.query<object[]>(
        `SELECT 1 FROM audit_log WHERE subject = $1 AND action = '${AUDITED}' AND at > $2 AND detail->>'mail' = $3`,
        [subject, minutesAfter(this.clock.now(), -1), key],
      );
      if (repeated.length) return false;
      await this.limiter.consume('supportMailsPerEmail', addressKey(to));
      await this.jobs.enqueue(tx, QUEUE, key);
      await this.audit.write({ accountId, action: AUDITED, subject, detail: { mail: key } }, tx);
      return true;
    });
    return sent
      ? { success: true, message: 'The mail is on its way again.' }
      : { success: true, message: 'It was sent again less than a minute ago.', repeated: true };
  }

  @OnJob(QUEUE)
  async send({ id, key }: Job): Promise<void> {
    const mail = await this.readMail.require(key).catch(ignoreDeleted);
    const to = mail && (await this.addressOf(mail.subjectId));
    if (!to) return;
    const { subject, html, replyTo } = mail.copied;
    await this.mailer.send('sent-again', [mailPart(key), id], mail.subjectId, {
      to,
      subject,
      body: html,
      ...(replyTo && { replyTo }),
    });
  }

  /** Undefined for an erased person. */
  private async addressOf(subjectId: number): Promise<string | undefined> {
    const [row] = await this.dataSource.query<{ email: string }[]>(
      `SELECT email FROM trial_signups WHERE id = $1 AND erased_at IS NULL
       UNION ALL SELECT email FROM ambassador_applications WHERE id = $1 AND email <> ''
       UNION ALL SELECT email FROM trial_requests WHERE id = $1`,
      [subjectId],
    );
    return row?.email;
  }
}

function ignoreDeleted(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
