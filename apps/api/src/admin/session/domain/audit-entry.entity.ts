import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ID, INSTANT } from '../../../platform/database/columns.ts';
import { StaffAccount } from './staff-account.entity.ts';

/** Something staff did, or tried. Rows are only ever added: a trigger refuses the rest. */
@Entity('audit_log')
@Index('audit_log_newest', ['at', 'id'])
@Index('audit_log_subject', ['subject'])
@Index('audit_log_account', ['accountId'])
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...INSTANT }) at: Date;
  @ManyToOne(() => StaffAccount, { nullable: true })
  @JoinColumn({ name: 'account_id' })
  account: Relation<StaffAccount> | null;
  /** Null for a stranger, and for a command on the server. */
  @Column('int', { name: 'account_id', nullable: true }) accountId: number | null;
  @Column('text') action: string;
  /** Such as `trial:123`. */
  @Column('text', { nullable: true }) subject: string | null;
  /** Ids, counts and codes, never personal data. */
  @Column('jsonb', { default: () => `'{}'` }) detail: Record<string, string | number | boolean | null>;
  @Column('inet', { nullable: true }) address: string | null;
  @Column('text', { name: 'request_id' }) requestId: string;
}
