import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/**
 * `pending`: requested by anyone. `confirmed`: by the owner of the mailbox; only these addresses get the newsletter.
 */
export type SubscriptionState = 'pending' | 'confirmed' | 'unsubscribed';

/** One newsletter address. */
@Entity('newsletter_subscriptions')
// A GIN index, created by its migration.
@Index('newsletter_subscriptions_search', { synchronize: false })
@Index('newsletter_subscriptions_newest', ['createdAt'])
@Check('newsletter_subscriptions_email_key', `"email_key" = lower("email")`)
@Check('newsletter_subscriptions_state', `"state" IN ('pending','confirmed','unsubscribed')`)
@Check('newsletter_subscriptions_confirmed', `"state" <> 'confirmed' OR "confirmed_at" IS NOT NULL`)
@Check('newsletter_subscriptions_unsubscribed', `"state" <> 'unsubscribed' OR "unsubscribed_at" IS NOT NULL`)
export class NewsletterSubscription {
  @PrimaryColumn(ID) id: number;
  @Column('text') email: string;
  @Column('text', { unique: true }) emailKey: string;
  @Column('text') state: SubscriptionState;
  @Column(INSTANT) createdAt: Date;
  /** The last time the address was entered into the form. */
  @Column(INSTANT) requestedAt: Date;
  @Column({ ...INSTANT, nullable: true }) confirmedAt: Date | null;
  @Column({ ...INSTANT, nullable: true }) unsubscribedAt: Date | null;
  /** The transaction that saved it or changed its state last; set by a trigger. */
  @Column({ type: 'text', default: () => 'pg_current_xact_id()', insert: false, update: false }) changedTx: string;
}
