import type { TierId } from '@lampstand/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** Our copy of a subscription; the payment provider holds the truth. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('text') id: string;
  @Column({ ...ID, name: 'trial_id', unique: true }) trialId: number;
  @Column('text', { name: 'customer_id', unique: true }) customerId: string;
  @Column('text', { name: 'price_id' }) priceId: string;
  @Column('text') plan: TierId;
  @Column('text') status: string;
  @Column({ ...INSTANT, name: 'trial_ends_at' }) trialEndsAt: Date;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
}
