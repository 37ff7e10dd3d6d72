import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** Somebody was active in a billing month of an account. What they did is not kept, and who they are we do not know. */
@Entity('active_users')
export class ActiveUser {
  @PrimaryColumn({ ...ID, name: 'subscription_id' }) subscriptionId: number;
  /** 0 is the trial, 1 the first month that is paid for. */
  @PrimaryColumn('int') month: number;
  @PrimaryColumn('text', { name: 'user_id' }) userId: string;
  @Column({ ...INSTANT, name: 'first_at' }) firstAt: Date;
}
