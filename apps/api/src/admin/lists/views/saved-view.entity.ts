import type { ViewPath } from '@lampstand/contracts/back-office';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { INSTANT } from '../../../platform/database/columns.ts';
import { StaffAccount } from '../../auth/index.ts';

/** A named filter, order and set of columns of a list. The search text is not stored, because it can be a person's name. */
@Entity('saved_views')
@Index('saved_views_name', { synchronize: false })
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
  @Column(INSTANT) createdAt: Date;
}
