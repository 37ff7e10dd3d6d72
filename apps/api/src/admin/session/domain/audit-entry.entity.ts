import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../../../platform/database/columns.ts';

/** Something staff did, or tried. Rows are only ever added: a trigger refuses the rest. */
@Entity('audit_log')
@Index('audit_log_subject', ['subject'])
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...INSTANT }) at: Date;
  @Column('int', { name: 'account_id', nullable: true }) accountId: number | null;
  @Column('text') action: string;
  /** Such as `trial:123`. */
  @Column('text', { nullable: true }) subject: string | null;
  /** Ids, counts and codes, never personal data. */
  @Column('jsonb', { default: () => `'{}'` }) detail: Record<string, string | number | boolean | null>;
  @Column('inet') address: string;
  @Column('text', { name: 'request_id' }) requestId: string;
}
