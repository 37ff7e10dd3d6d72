import type { OwnedKind, QueueKind } from '@lampstand/contracts/back-office';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';
import { StaffAccount } from '../auth/index.ts';

/**
 * What staff did with an item of the work queue. Who and what the item is about is in the records of its kind. The owner of a
 * sign-up is in an item of kind `signup`, that of a trial request in `trial_requests`.
 */
@Entity('queue_items')
@Index('queue_items_changed', ['changedAt'])
@Index('queue_items_owned', ['ownerId', 'subjectId'], { where: '"owner_id" IS NOT NULL' })
@Index('queue_items_snoozed', ['kind', 'snoozedUntil'], { where: '"snoozed_until" IS NOT NULL' })
export class QueueItemRow {
  @PrimaryColumn('text') kind: QueueKind | OwnedKind;
  @PrimaryColumn(ID) subjectId: number;
  @ManyToOne(() => StaffAccount, { nullable: true })
  @JoinColumn({ foreignKeyConstraintName: 'queue_items_owner' })
  owner: Relation<StaffAccount> | null;
  @Column('int', { nullable: true }) ownerId: number | null;
  @Column({ ...INSTANT, nullable: true }) snoozedUntil: Date | null;
  /** Hidden unless it began to need a person after this. */
  @Column({ ...INSTANT, nullable: true }) doneAt: Date | null;
  @Column(INSTANT) changedAt: Date;
}
