import type { TierId } from '@lampstand/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** How many were active in a billing month, and, when those were more than the plan is for, what was asked for. */
@Entity('closed_months')
@Check('closed_months_accepted', `"accepted_at" IS NULL OR "upgrade_to" IS NOT NULL`)
export class ClosedMonth {
  @PrimaryColumn({ ...ID, name: 'subscription_id' }) subscriptionId: number;
  @PrimaryColumn('int') month: number;
  @Column({ ...INSTANT, name: 'closed_at' }) closedAt: Date;
  @Column('int', { name: 'active_users' }) activeUsers: number;
  @Column('text') plan: TierId;
  @Column('text', { name: 'upgrade_to', nullable: true }) upgradeTo: TierId | null;
  @Column({ ...INSTANT, name: 'accepted_at', nullable: true }) acceptedAt: Date | null;
}
