import type { StoredCard, TierId } from '@lampstand/contracts';
import type { SubscriptionState } from '@lampstand/workflows';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** Our mirror of a subscription: the payment provider holds the truth, and only what it says is written here. */
@Entity('subscriptions')
@Index('subscriptions_check', ['checkAt'])
@Index('subscriptions_closing', ['closesAt'], { where: `state <> 'canceled'` })
@Index('subscriptions_notice', ['noticeAt'], { where: `state = 'trialing' AND cancel_at IS NULL` })
export class Subscription {
  /** That of the trial: each has one subscription at most. */
  @PrimaryColumn(ID) id: number;
  @Column('text') state: SubscriptionState;
  @Column('int', { name: 'journal_seq' }) journalSeq: number;
  @Column('text', { name: 'stripe_id', unique: true }) stripeId: string;
  @Column('text', { name: 'customer_id', unique: true }) customerId: string;
  @Column('text', { name: 'price_id' }) priceId: string;
  @Column('text') plan: TierId;
  @Column({ ...INSTANT, name: 'trial_ends_at' }) trialEndsAt: Date;
  @Column({ ...INSTANT, name: 'period_ends_at' }) periodEndsAt: Date;
  /** Set when it is to end by itself: the last instant of what was agreed. */
  @Column({ ...INSTANT, name: 'cancel_at', nullable: true }) cancelAt: Date | null;
  @Column('jsonb', { nullable: true }) card: StoredCard | null;
  /** How often the provider was read; whoever read before somebody else wrote reads again. */
  @Column('int', { default: 0 }) reading: number;
  /** When to look for what no webhook told. */
  @Column({ ...INSTANT, name: 'check_at', nullable: true }) checkAt: Date | null;
  /** When the next notice of the trial's end is due; null once both are out. */
  @Column({ ...INSTANT, name: 'notice_at', nullable: true }) noticeAt: Date | null;
  /** When the billing month that runs is to be closed. */
  @Column({ ...INSTANT, name: 'closes_at' }) closesAt: Date;
  /** Links to the plan that were made before open nothing; null as long as none was ended. */
  @Column({ ...INSTANT, name: 'plan_links_from', nullable: true }) planLinksFrom: Date | null;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
}
