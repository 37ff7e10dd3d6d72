import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../database/columns.ts';

/** A mail by its unique key, so that a repeated job does not send it again. */
@Entity('sent_mails')
@Index('sent_mails_subject', ['subjectId'])
export class SentMail {
  @PrimaryColumn('text') key: string;
  @Column(ID) subjectId: number;
  @Column('text') messageId: string;
  @Column('text') outcome: 'pending' | 'sent' | 'bounced';
  @Column({ ...INSTANT, nullable: true }) settledAt: Date | null;
}
