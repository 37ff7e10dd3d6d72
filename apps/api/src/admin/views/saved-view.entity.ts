import type { FileRows, FileTime, ViewPath } from '@lampstand/contracts/back-office';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { INSTANT } from '../../platform/database/columns.ts';
import { StaffAccount } from '../admin.entities.ts';

/** A named filter, order and set of columns of a list. The search text is not stored, because it can be a person's name. */
@Entity('saved_views')
@Index('saved_views_name', { synchronize: false })
@Index('saved_views_due', ['nextFileAt'], { where: '"next_file_at" IS NOT NULL' })
@Check('saved_views_every', `"every" IN ('never','day','week','month')`)
@Check('saved_views_rows', `"rows" IN ('new','all')`)
export class SavedViewRow {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @ManyToOne(() => StaffAccount)
  @JoinColumn({ foreignKeyConstraintName: 'saved_views_account' })
  account: Relation<StaffAccount>;
  @Column('int') accountId: number;
  @Column('text') path: ViewPath;
  /** As the page's address has it. */
  @Column('jsonb') query: Record<string, string>;
  @Column('text') name: string;
  @Column('boolean') shared: boolean;
  @Column('text') every: FileTime;
  @Column('text') rows: FileRows;
  @Column({ ...INSTANT, nullable: true }) nextFileAt: Date | null;
  @Column(INSTANT) createdAt: Date;
}
