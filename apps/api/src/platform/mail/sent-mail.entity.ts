import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../database/columns.ts';

/** A mail by its unique key, so that a repeated job does not send it again. */
@Entity('sent_mails')
@Index('sent_mails_subject', ['subjectId'])
@Index('sent_mails_bounced', ['subjectId'], { where: `outcome = 'bounced'` })
@Index('sent_mails_with_copy', ['settledAt'], { where: 'copy IS NOT NULL' })
export class SentMail {
  @PrimaryColumn('text') key: string;
  @Column(ID) subjectId: number;
  @Column('text') messageId: string;
  @Column('text') outcome: 'pending' | 'sent' | 'bounced';
  @Column({ ...INSTANT, nullable: true }) settledAt: Date | null;
  /** `MailCopies`; null for mails to staff and to readers of the newsletter, and once it is deleted. */
  @Column('bytea', { nullable: true, select: false }) copy: Buffer | null;
}

/** What an erasure writes into the mails of a person. The type requires a new column here or among those that are kept. */
export const ERASED_MAIL: Omit<SentMail, 'key' | 'subjectId' | 'messageId' | 'outcome' | 'settledAt'> = { copy: null };
