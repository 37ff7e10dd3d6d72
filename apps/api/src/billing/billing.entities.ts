import type { InvoiceLine, NextCharge, PaymentDispute, PaymentPause, StoredCard, TierId } from '@lampstand/contracts';
import { sqlStates, subscriptionLife, type SubscriptionState } from '@lampstand/workflows';
import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/** Our copy of a subscription. The payment provider is the source of truth; only what it returned is written here. */
@Entity('subscriptions')
@Index('subscriptions_state', { synchronize: false })
@Index('subscriptions_owing', ['stateSince', 'id'], { where: `state IN (${sqlStates(subscriptionLife, 'owing')})` })
@Index('subscriptions_newest', { synchronize: false })
@Index('subscriptions_card_digits', { synchronize: false })
@Index('subscriptions_card_missing', { synchronize: false })
@Index('subscriptions_card_expiring', { synchronize: false })
@Index('subscriptions_check', ['checkAt'])
@Index('subscriptions_closing', ['closesAt'], { where: `state NOT IN (${sqlStates(subscriptionLife, 'ended')})` })
@Index('subscriptions_notice', ['noticeAt'], {
  where: `state IN (${sqlStates(subscriptionLife, 'inTrial')}) AND cancel_at IS NULL`,
})
export class Subscription {
  /** The trial's id: each trial has at most one subscription. */
  @PrimaryColumn(ID) id: number;
  @Column('text') state: SubscriptionState;
  /** When the sign-up began, and since when it is in its state; written by triggers, for the order of lists. */
  @Column({ ...INSTANT, nullable: true, insert: false, update: false }) signedUpAt: Date | null;
  @Column({ ...INSTANT, nullable: true, insert: false, update: false }) stateSince: Date | null;
  @Column('int') journalSeq: number;
  @Column('text', { unique: true }) stripeId: string;
  @Column('text', { unique: true }) customerId: string;
  @Column('text') priceId: string;
  @Column('text') plan: TierId;
  @Column(INSTANT) trialEndsAt: Date;
  @Column(INSTANT) periodEndsAt: Date;
  /** When the subscription ends by itself; null unless it was canceled. */
  @Column({ ...INSTANT, nullable: true }) cancelAt: Date | null;
  @Column('jsonb', { nullable: true }) card: StoredCard | null;
  /** The provider's id of the card: a bank's new card may have the digits of the old one. */
  @Column('text', { nullable: true }) paymentMethodId: string | null;
  /** When this card, or a renewal of it, was first seen. */
  @Column({ ...INSTANT, nullable: true }) cardSince: Date | null;
  /** What the provider charges each month, in cents, after discounts that last. */
  @Column('int') monthlyInCents: number;
  /** The provider's preview of the next invoice; null when none comes. */
  @Column('jsonb', { nullable: true }) nextCharge: NextCharge | null;
  /** Set while the provider collects no payments: a fact beside the state, which Stripe keeps. */
  @Column('jsonb', { nullable: true }) pause: PaymentPause | null;
  /** Incremented by each sync. A sync that started from an older version starts over. */
  @Column('int', { default: 0 }) syncVersion: number;
  /** When to sync without a webhook. */
  @Column({ ...INSTANT, nullable: true }) checkAt: Date | null;
  /** When the next notice of the trial's end is due; null after the last. */
  @Column({ ...INSTANT, nullable: true }) noticeAt: Date | null;
  /** When the current billing month is to be closed. */
  @Column(INSTANT) closesAt: Date;
  /** Of the billing month that closed last; null before the first. */
  @Column('int', { nullable: true }) activeUsers: number | null;
  /** Links to the plan made before this instant no longer work; null if none was ended. */
  @Column({ ...INSTANT, nullable: true }) planLinksFrom: Date | null;
  @Column(INSTANT) createdAt: Date;

  /** Its person was erased, and with them the provider's ids. */
  get isErased(): boolean {
    return this.stripeId === `erased:${this.id}`;
  }
}

type PaymentStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** Our copy of an invoice. Amounts are in cents. */
@Entity('payments')
@Index('payments_subscription', ['subscriptionId'])
@Index('payments_number', { synchronize: false })
@Index('payments_by_day', { synchronize: false })
@Index('payments_paying', { synchronize: false })
@Index('payments_disputed', { synchronize: false })
@Check('payments_status', `"status" IN ('draft','open','paid','uncollectible','void')`)
@Check('payments_paid', `("status" = 'paid') = ("paid_at" IS NOT NULL)`)
export class Payment {
  /** The provider's id of the invoice. */
  @PrimaryColumn('text') id: string;
  @ManyToOne(() => Subscription)
  @JoinColumn()
  subscription: Relation<Subscription>;
  @Column(ID) subscriptionId: number;
  /** The number printed on the invoice; a draft has none. */
  @Column('text', { nullable: true }) number: string | null;
  @Column('text') status: PaymentStatus;
  @Column('text') plan: TierId;
  @Column('int') amountInCents: number;
  @Column('int') paidInCents: number;
  @Column('int', { default: 0 }) refundedInCents: number;
  @Column('jsonb', { nullable: true }) dispute: PaymentDispute | null;
  /** The card that paid it. */
  @Column('jsonb', { nullable: true }) card: StoredCard | null;
  @Column('jsonb', { default: [] }) lines: InvoiceLine[];
  @Column('int') attempts: number;
  /** Why it was refused last, in the provider's word; kept once it is paid. */
  @Column('text', { nullable: true }) declinedWith: string | null;
  @Column(INSTANT) periodFrom: Date;
  @Column(INSTANT) periodTo: Date;
  @Column('text', { nullable: true }) hostedUrl: string | null;
  @Column('text', { nullable: true }) pdfUrl: string | null;
  @Column({ ...INSTANT, nullable: true }) nextAttemptAt: Date | null;
  @Column({ ...INSTANT, nullable: true }) paidAt: Date | null;
  @Column(INSTANT) createdAt: Date;
}

/** One press of the button that agrees to charges. `card` is set when a card was stored under it. */
@Entity('consents')
@Index('consents_trial', ['trialId'])
@Index('consents_setup_intent', ['setupIntentId'])
export class Consent {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column(ID) trialId: number;
  @Column('text') plan: TierId;
  @Column('int') amountInCents: number;
  @Column(INSTANT) firstChargeAt: Date;
  /** The exact text the person saw, and its version. */
  @Column('text') text: string;
  @Column('text') version: string;
  /** The page with the card form; the setup intent itself for the provider's page. Null for a plan that was started again. */
  @Column('text', { nullable: true }) formId: string | null;
  @Column('text', { nullable: true }) setupIntentId: string | null;
  @Column(INSTANT) agreedAt: Date;
  @Column('inet', { nullable: true }) address: string | null;
  @Column('jsonb', { nullable: true }) card: StoredCard | null;
}

/** One product per tier at the payment provider. */
@Entity('products')
export class Product {
  @PrimaryColumn('text') id: string;
  @Column('text') name: string;
}

/**
 * A price of a tier at the payment provider, created from the catalog when the server starts. A changed amount makes
 * a new price; the old one stays for its subscribers and is no longer sold.
 */
@Entity('prices')
@Index('prices_sold', ['tier'], { unique: true, where: 'sold' })
export class Price {
  @PrimaryColumn('text') id: string;
  @Column('text') tier: TierId;
  @Column('text') productId: string;
  @Column('int') amountInCents: number;
  @Column('boolean') sold: boolean;
}

/** A processed webhook event; the id makes each one count once. */
@Entity('stripe_events')
@Index('stripe_events_received', ['receivedAt'])
export class StripeEvent {
  @PrimaryColumn('text') id: string;
  @Column('text') type: string;
  @Column('text') objectId: string;
  /** By the provider's clock; the health strip shows the lag. */
  @Column({ ...INSTANT, nullable: true }) createdAt: Date | null;
  @Column(INSTANT) receivedAt: Date;
}

/** A user was active in a billing month of an account. Only the dashboard's user id is stored, and no activity. */
@Entity('active_users')
export class ActiveUser {
  @PrimaryColumn(ID) subscriptionId: number;
  /** 0 is the trial, 1 the first paid month. */
  @PrimaryColumn('int') month: number;
  @PrimaryColumn('text') userId: string;
  @Column(INSTANT) firstAt: Date;
}

/** The active users of a billing month, and the plan that was proposed if the current one was too small. */
@Entity('closed_months')
@Check('closed_months_accepted', `"accepted_at" IS NULL OR "upgrade_to" IS NOT NULL`)
export class ClosedMonth {
  @PrimaryColumn(ID) subscriptionId: number;
  @PrimaryColumn('int') month: number;
  @Column(INSTANT) closedAt: Date;
  @Column('int') activeUsers: number;
  @Column('text') plan: TierId;
  @Column('text', { nullable: true }) upgradeTo: TierId | null;
  @Column({ ...INSTANT, nullable: true }) acceptedAt: Date | null;
}
