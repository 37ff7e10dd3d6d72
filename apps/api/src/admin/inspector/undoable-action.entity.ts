import type { HeldAction, ReversibleAction } from '@lampstand/contracts/back-office';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';
import type { RequestContext } from '../../platform/request-context.ts';
import { StaffAccount } from '../admin.entities.ts';

/** A support action that can be undone until `until`. Deleted soon after that. */
@Entity('undoable_actions')
@Index('undoable_actions_until', ['until'])
export class UndoableAction {
  @PrimaryColumn(ID) trialId: number;
  @PrimaryColumn('text') action: HeldAction | ReversibleAction;
  /** Of a held action its body; of any other what it replaced. Ids, plans and dates only. */
  @Column('jsonb') detail: Record<string, string | number | null>;
  /** Not done yet: a sweep does it after `until`. */
  @Column('boolean') held: boolean;
  @Column(INSTANT) until: Date;
  @ManyToOne(() => StaffAccount)
  @JoinColumn({ foreignKeyConstraintName: 'undoable_actions_account' })
  account: Relation<StaffAccount>;
  @Column('int') accountId: number;
  /** Of the request, for the journal rows of a held action. */
  @Column('text') actor: RequestContext['actor'];
  @Column('text') requestId: string;
}
