import { MAIL_KINDS, mailKindOf, type MailKindName, maskEmail, repeatedKindOf } from '@lampstand/contracts';
import { ADMIN_ERRORS, isMasked, type SentMailView } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../platform/errors.ts';
import { MailCopies, type MailCopy, type SentMail } from '../../../platform/mail/index.ts';
import { type ActingStaff, Audit } from '../../auth/index.ts';
import { hideWords } from './hide-words.ts';

type StoredMail = SentMail & { outcome: 'sent' | 'bounced'; settledAt: Date; copied: MailCopy };

/** Reads copies of sent mails. */
@Injectable()
export class ReadMail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly copies: MailCopies,
    private readonly audit: Audit,
  ) {}

  /** Throws a 404 for a mail without a copy: one past its time, of an erased person, or to staff. */
  async require(key: string): Promise<StoredMail> {
    const [mail] = await this.dataSource.query<SentMail[]>(
      `SELECT key, subject_id::float8 AS "subjectId", outcome, settled_at AS "settledAt", copy FROM sent_mails WHERE key = $1`,
      [key],
    );
    const copied = mail && this.copies.decrypt(key, mail.copy);
    if (!copied) throw new AppError('notFound', ADMIN_ERRORS.noSuchMail);
    return { ...mail, copied } as StoredMail;
  }

  async execute(key: string, { id: accountId, role }: ActingStaff): Promise<SentMailView> {
    const { copied, outcome, settledAt, subjectId } = await this.require(key);
    await this.audit.write({
      accountId,
      action: 'mail read',
      subject: subjectOf(key, subjectId),
      detail: { mail: key },
    });
    const { to, subject } = copied;
    const masked = isMasked(role);
    const shown = masked ? maskEmail(to) : to;
    const words = masked && kindOf(key) === 'application-decision' ? await this.wordsOfReviewerTo(subjectId) : '';
    return {
      to: shown,
      subject,
      outcome,
      at: settledAt.toISOString(),
      text: hideWords(await this.copies.textOf(copied), words).replaceAll(to, shown),
      mayBeSentAgain: mayBeSentAgain(key),
    };
  }

  /** What a reviewer wrote in the mail of a decision; see `ReviewApplication`. */
  private async wordsOfReviewerTo(applicationId: number): Promise<string> {
    const [row] = await this.dataSource.query<{ words: string }[]>(
      `SELECT decision_words AS words FROM ambassador_applications WHERE id = $1`,
      [applicationId],
    );
    return this.copies.withShortLinks(row?.words ?? '');
  }
}

/** The kind of a mail, or of the mail that it repeats. */
const kindOf = (key: string): MailKindName | undefined => repeatedKindOf(key) ?? mailKindOf(key);

/** The audit subject of a mail, such as `trial:123`. */
export function subjectOf(key: string, id: number): string {
  const kind = kindOf(key);
  const to = kind && MAIL_KINDS[kind].to;
  return `${to === 'applicant' ? 'application' : to === 'requester' ? 'request' : 'trial'}:${id}`;
}

/** Mails to visitors are links that end, and a repetition is not repeated. */
export function mayBeSentAgain(key: string): boolean {
  const kind = mailKindOf(key);
  return kind !== undefined && ['customer', 'applicant', 'requester'].includes(MAIL_KINDS[kind].to);
}
