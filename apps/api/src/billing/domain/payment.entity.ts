import type { TierId } from '@lampstand/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';
import { Subscription } from './subscription.entity.ts';

type PaymentStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** Our mirror of an invoice and what became of it. Amounts are in cents. */
@Entity('payments')
@Index('payments_subscription', ['subscriptionId'])
@Check('payments_status', `"status" IN ('draft','open','paid','uncollectible','void')`)
@Check('payments_paid', `("status" = 'paid') = ("paid_at" IS NOT NULL)`)
export class Payment {
  /** The provider's id of the invoice. */
  @PrimaryColumn('text') id: string;
  @ManyToOne(() => Subscription)
  @JoinColumn({ name: 'subscription_id' })
  subscription: Relation<Subscription>;
  @Column({ ...ID, name: 'subscription_id' }) subscriptionId: number;
  /** What people call the invoice by; a draft has none. */
  @Column('text', { nullable: true }) number: string | null;
  @Column('text') status: PaymentStatus;
  @Column('text') plan: TierId;
  @Column('int', { name: 'amount_in_cents' }) amountInCents: number;
  @Column('int', { name: 'paid_in_cents' }) paidInCents: number;
  @Column('int') attempts: number;
  @Column({ ...INSTANT, name: 'period_from' }) periodFrom: Date;
  @Column({ ...INSTANT, name: 'period_to' }) periodTo: Date;
  @Column('text', { name: 'hosted_url', nullable: true }) hostedUrl: string | null;
  @Column({ ...INSTANT, name: 'next_attempt_at', nullable: true }) nextAttemptAt: Date | null;
  @Column({ ...INSTANT, name: 'paid_at', nullable: true }) paidAt: Date | null;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
}
